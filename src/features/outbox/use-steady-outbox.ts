import { useState } from 'react';
import type { SentLine } from '#src/outbox/mutation.ts';
import { thingsOf } from '#src/outbox/outbox.ts';
import { type Outbox, useOutbox } from './outbox.queries.ts';
import { groupOutbox, type Left, leftOf } from './outbox-groups.ts';
import { itemsOf, keepSteady, nothingSeen, type Steady, type SteadyItem } from './steady.ts';

/** Outbox as it is displayed. `count` is the number of items that exist only on this device. */
type SteadyOutbox = { needsYou: SteadyItem[]; waiting: SteadyItem[]; sent: SentLine[]; count: number; left: Left };

/** The outbox with stable item positions while it is open; undefined while it loads. */
export function useSteadyOutbox(): SteadyOutbox | undefined {
  const outbox = useOutbox();
  const [seen, setSeen] = useState<{ outbox?: Outbox; shown: Steady }>({ shown: nothingSeen });
  if (!outbox) return undefined;
  const { entries, sent } = outbox;
  const rows = entries.map(({ row }) => row);
  const groups = groupOutbox(entries);
  const shown = keepSteady(seen.shown, groups, sent);
  if (outbox !== seen.outbox) setSeen({ outbox, shown });
  return {
    needsYou: itemsOf(shown, 'needsYou'),
    waiting: itemsOf(shown, 'waiting'),
    left: leftOf([...shown.values()].flatMap(({ item, sentAt }) => (sentAt === null ? [item] : []))),
    sent: sent.filter((line) => !shown.has(line.id)),
    count: thingsOf(rows).length || groups.needsYou.length,
  };
}
