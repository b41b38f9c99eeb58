import type { Waiting } from '#src/offline/waiting.ts';
import { WaitingMark } from '#src/reading/waiting-mark.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './outbox.module.css';
import type { OutboxItem, OutboxParts } from './outbox-groups.ts';

/** Parts that follow each other and stand alike; counted from 1. */
type Run = { from: number; to: number; waiting: Waiting | null };

function runsOf({ entries }: OutboxParts): Run[] {
  const runs: Run[] = [];
  for (const [at, entry] of entries.entries()) {
    const waiting = entry?.waiting ?? null;
    const last = runs.at(-1);
    if (last && last.waiting?.look === waiting?.look) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1, waiting });
  }
  return runs;
}

function nameOf({ from, to }: Run, { one, many }: OutboxParts): string {
  if (from === to) return `${one} ${from}`;
  return `${many} ${from} ${to === from + 1 ? 'and' : 'to'} ${to}`;
}

/** The parts of a thing, a bike's photos for example, then the thing itself. */
export function RowParts({ item, parts }: { item: OutboxItem; parts: OutboxParts }) {
  return (
    <ol className={styles.steps}>
      {runsOf(parts).map((run) => (
        <li key={run.from}>
          <span>{nameOf(run, parts)}</span>
          {run.waiting ? <WaitingMark waiting={run.waiting} /> : <TrailMark state="saved">Arrived</TrailMark>}
        </li>
      ))}
      <li>
        <span>{parts.whole}</span>
        <WaitingMark waiting={item.waiting} />
      </li>
    </ol>
  );
}
