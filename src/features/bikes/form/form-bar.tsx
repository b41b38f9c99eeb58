import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { clockTime } from '#src/ui/clock-time.ts';
import { ago } from '#src/ui/format.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { useViewer } from '#src/ui/viewer.ts';
import styles from './bike-form.module.css';
import type { Keeping } from './use-draft-form.ts';

function SavedWords({ savedAt }: { savedAt: number }) {
  const now = useNow();
  const viewer = useViewer();
  const saved = new Date(savedAt);
  const today = saved.toDateString() === now?.toDateString();
  return (
    <TrailMark state="saved">
      Saved on this device, {today ? clockTime(saved, viewer) : ago(saved, now, viewer)}
    </TrailMark>
  );
}

function KeepingWords({ keeping: { problem, behind, savedAt } }: { keeping: Keeping }) {
  if (problem) return <TrailMark state="failed">{problem}</TrailMark>;
  if (isMemoryOnly()) return <TrailMark state="blocked">Not kept on this device</TrailMark>;
  if (behind) return <TrailMark state="sending">Saving</TrailMark>;
  return savedAt === null ? null : <SavedWords savedAt={savedAt} />;
}

/** Sticky bar at the bottom with the save state and the submit button. */
export function FormBar({ keeping, busy, words }: { keeping: Keeping; busy: boolean; words: string }) {
  return (
    <div className={styles.bar} data-bottom-bar>
      <div role={keeping.problem ? 'alert' : undefined}>
        <KeepingWords keeping={keeping} />
      </div>
      <Button type="submit" look="badge" busy={busy}>
        {words}
      </Button>
    </div>
  );
}
