import { useRef } from 'react';
import { isThing } from '#src/offline/outbox.ts';
import type { SentLine } from '#src/offline/rows.ts';
import { useOutbox } from './outbox.queries.ts';
import { groupOutbox } from './outbox-groups.ts';
import { itemsOf, keepSteady, nothingSeen, type SteadyItem } from './steady.ts';

/** The outbox as it is drawn. `count`: how many things are on this device only. */
type SteadyOutbox = { needsYou: SteadyItem[]; waiting: SteadyItem[]; sent: SentLine[]; count: number };

/** The outbox, whose rows stay where they are for as long as it is looked at; undefined while it is read. */
export function useSteadyOutbox(): SteadyOutbox | undefined {
  const outbox = useOutbox();
  const seen = useRef(nothingSeen);
  if (!outbox) return undefined;
  const { entries, sent } = outbox;
  const rows = entries.map(({ row }) => row);
  const groups = groupOutbox(entries);
  const shown = keepSteady(seen.current, groups, sent);
  seen.current = shown;
  return {
    needsYou: itemsOf(shown, 'needsYou'),
    waiting: itemsOf(shown, 'waiting'),
    sent: sent.filter((line) => !shown.has(line.id)),
    count: rows.filter((row) => isThing(row, rows)).length || groups.needsYou.length,
  };
}
