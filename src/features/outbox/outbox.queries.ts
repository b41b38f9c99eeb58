import { createContext, use } from 'react';
import type { Id } from '#contract/ids.ts';
import { mutationsOf, sentOf } from '#src/outbox/outbox.ts';
import { type OutboxSummary, outboxSummary } from '#src/outbox/outbox-summary.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** Number of queued items, and of those that need a decision. */
type OutboxCounts = { waiting: number; unsent: number };

/** The summary of the queue, with the ids of what was sent today; undefined while it loads, and for visitors. */
export type SummaryWithSent = (OutboxSummary & { sent: ReadonlySet<Id> }) | undefined;

/** The summary that the layout has read, for the screens inside it. */
export const OutboxSummaryContext = createContext<SummaryWithSent>(undefined);

/** Number of queued items, counting a bike and its photos as one, and number of those that need a decision. */
export const countsOf = (summary: SummaryWithSent): OutboxCounts => ({
  waiting: summary?.waiting.length ?? 0,
  unsent: summary?.unsent ?? 0,
});

/** The counts of {@link OutboxSummaryContext}. */
export const useOutboxCounts = (): OutboxCounts => countsOf(use(OutboxSummaryContext));

/** Reads the queue and counts it. Call it once: everybody else gets the result from there. */
export function useOutboxSummary(): SummaryWithSent {
  const { user, ended } = useSession();
  const whose = user ?? ended;
  return useLive('outbox summary', async () => {
    // A change of the context would make React hydrate the whole screen at once.
    if (!whose) return undefined;
    // Reads the queue first: a mutation sent between the two reads appears twice rather than not at all.
    const rows = await mutationsOf(whose.id);
    const sent = await sentOf(whose.id);
    return { ...outboxSummary(rows, Date.now()), sent: new Set(sent.map((line) => line.id)) };
  }, [whose]);
}
