import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { PreferencesHere } from './preferences.queries.ts';
import styles from './preferences-form.module.css';

/** Tells whether the last choice is saved on this device only or synchronized. */
export function SavedMark({ kept }: { kept: PreferencesHere | null }) {
  return (
    <div role="status" className={styles.kept}>
      {kept && (
        <TrailMark state={kept.waiting ? 'waiting' : 'saved'}>
          {kept.waiting
            ? 'Saved on this device. Your other devices follow when there is signal.'
            : 'Saved for all your devices'}
        </TrailMark>
      )}
    </div>
  );
}
