import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { PreferencesHere } from './preferences.queries.ts';
import styles from './preferences-form.module.css';

/** Tells whether the last choice is saved on this device only or synchronized. */
export function SavedMark({ saved }: { saved: PreferencesHere | null }) {
  return (
    <div role="status" className={styles.saved}>
      {saved && (
        <TrailMark state={saved.waiting ? 'waiting' : 'saved'}>
          {saved.waiting
            ? 'Saved on this device. Your other devices follow when there is signal.'
            : 'Saved for all your devices'}
        </TrailMark>
      )}
    </div>
  );
}
