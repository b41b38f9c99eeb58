import type { CSSProperties } from 'react';
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

/** The most lines that parts take while they go out in order: those that have arrived, the one under way, the rest. */
const mostRuns = 3;

/** The parts of a thing, a bike's photos for example, then the thing itself. As high from the first to the last. */
export function RowParts({ item, parts, sent }: { item: OutboxItem; parts: OutboxParts; sent: boolean }) {
  const lines = Math.min(mostRuns, parts.entries.length) + 1;
  const runs = runsOf(sent ? { ...parts, entries: parts.entries.map(() => null) } : parts);
  return (
    <ol className={styles.steps} style={{ '--lines': lines } as CSSProperties}>
      {runs.map((run) => (
        <li key={run.from}>
          <span>{nameOf(run, parts)}</span>
          {run.waiting ? <WaitingMark waiting={run.waiting} /> : <TrailMark state="saved">Arrived</TrailMark>}
        </li>
      ))}
      <li>
        <span>{parts.whole}</span>
        {sent ? <TrailMark state="saved">Arrived</TrailMark> : <WaitingMark waiting={item.waiting} />}
      </li>
    </ol>
  );
}
