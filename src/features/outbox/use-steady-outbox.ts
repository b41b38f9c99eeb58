import { useState } from 'react';
import type { SentLine } from '#src/outbox/mutation.ts';
import { mutationsOf, sentOf, thingsOf } from '#src/outbox/outbox.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { entriesOf, groupOutbox, type OutboxEntry, type Remaining, remainingOf } from './outbox-groups.ts';
import { itemsOf, keepSteady, nothingSeen, type Steady, type SteadyItem } from './steady.ts';

/** Queued mutations in order, and what was sent today. */
type Outbox = { entries: OutboxEntry[]; sent: SentLine[] };

/** The member's outbox; undefined while it loads. */
function useOutbox(): Outbox | undefined {
  const { user } = useSession();
  return useLive('outbox', async () => {
    // Reads the queue first: a mutation sent between the two reads appears twice rather than not at all.
    const rows = user ? await mutationsOf(user.id) : [];
    const sent = user ? await sentOf(user.id) : [];
    return { entries: entriesOf(rows), sent };
  }, [user]);
}

/**
 * Outbox as it is displayed. `count` is the number of items that exist only on this device, `refused` of those that need
 * the member now, wherever they are shown; `hasRest` says whether others wait.
 */
type SteadyOutbox = {
  needsYou: SteadyItem[];
  waiting: SteadyItem[];
  sent: SentLine[];
  count: number;
  refused: number;
  hasRest: boolean;
  remaining: Remaining;
};

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
    remaining: remainingOf([...shown.values()].flatMap(({ item, sentAt }) => (sentAt === null ? [item] : []))),
    sent: sent.filter((line) => !shown.has(line.id)),
    count: thingsOf(rows).length || groups.needsYou.length,
    refused: groups.needsYou.length,
    hasRest: groups.waiting.length > 0,
  };
}
