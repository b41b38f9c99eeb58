import type { Waiting } from '#src/offline/overlay.ts';
import { WaitingMark } from '#src/reading/waiting-mark.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './outbox.module.css';
import type { OutboxItem } from './outbox-groups.ts';

/** Photos that follow each other and stand alike; counted from 1. */
type Run = { from: number; to: number; waiting: Waiting | undefined };

function runsOf({ row, photos }: OutboxItem): Run[] {
  const runs: Run[] = [];
  for (const [at, { id }] of row.shown.photos.entries()) {
    const waiting = photos.find((photo) => photo.row.targetId === id)?.waiting;
    const last = runs.at(-1);
    if (last && last.waiting?.look === waiting?.look) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1, waiting });
  }
  return runs;
}

function nameOf({ from, to }: Run): string {
  if (from === to) return `Photo ${from}`;
  return `Photos ${from} ${to === from + 1 ? 'and' : 'to'} ${to}`;
}

/** The photos of a bike, then the bike itself. */
export function BikeSteps({ item }: { item: OutboxItem }) {
  return (
    <ol className={styles.steps}>
      {runsOf(item).map((run) => (
        <li key={run.from}>
          <span>{nameOf(run)}</span>
          {run.waiting ? <WaitingMark waiting={run.waiting} /> : <TrailMark state="saved">Arrived</TrailMark>}
        </li>
      ))}
      <li>
        <span>The bike itself</span>
        <WaitingMark waiting={item.waiting} />
      </li>
    </ol>
  );
}
