import type { Id } from '#contract/ids.ts';
import type { QueuedMutation, SentLine } from '#src/outbox/mutation.ts';
import { mutationsOf, sentOf } from '#src/outbox/outbox.ts';
import { type OutboxSummary, outboxSummary } from '#src/outbox/outbox-summary.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { type Waiting, waitingOf } from '#src/outbox/waiting.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** Number of queued items, and of those that need a decision. */
export type OutboxCounts = { waiting: number; unsent: number };

/** Queued mutation with its display state. */
export type OutboxEntry = { row: QueuedMutation; waiting: Waiting };

/** Queued mutations in order, and what was sent today. */
export type Outbox = { entries: OutboxEntry[]; sent: SentLine[] };

/** The member's outbox; undefined while it loads. */
export function useOutbox(): Outbox | undefined {
  const { user } = useSession();
  return useLive('outbox', async () => {
    // Reads the queue first: a mutation sent between the two reads appears twice rather than not at all.
    const rows = user ? await mutationsOf(user.id) : [];
    const sent = user ? await sentOf(user.id) : [];
    return { entries: rows.map((row) => ({ row, waiting: waitingOf(row, rows, definitionOf(row)) })), sent };
  }, [user]);
}

/** Number of queued items, counting a bike and its photos as one, and number of those that need a decision. */
export function useOutboxCounts(): OutboxCounts {
  const { user } = useSession();
  const counts = useLive('counts', async () => {
    const { waiting, unsent } = outboxSummary(user ? await mutationsOf(user.id) : [], Date.now());
    return { waiting: waiting.length, unsent };
  }, [user]);
  return counts ?? { waiting: 0, unsent: 0 };
}

/** Data of the status bar under the header; undefined while it loads. */
export function useOutboxSummary(): (OutboxSummary & { sent: ReadonlySet<Id> }) | undefined {
  const { user, ended } = useSession();
  const whose = user ?? ended;
  return useLive('outbox summary', async () => {
    // Reads the queue first: a mutation sent between the two reads appears twice rather than not at all.
    const rows = whose ? await mutationsOf(whose.id) : [];
    const sent = whose ? await sentOf(whose.id) : [];
    return { ...outboxSummary(rows, Date.now()), sent: new Set(sent.map((line) => line.id)) };
  }, [whose]);
}
