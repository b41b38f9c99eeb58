import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { PreferencesHere } from './preferences.queries.ts';

/** Where the last choice is kept. */
export function KeptMark({ kept }: { kept: PreferencesHere | null }) {
  return (
    <div role="status">
      {kept && (
        <TrailMark state={kept.waiting ? 'waiting' : 'saved'}>
          {kept.waiting
            ? 'Kept on this device. Your other devices follow when there is signal.'
            : 'Kept for all your devices'}
        </TrailMark>
      )}
    </div>
  );
}
