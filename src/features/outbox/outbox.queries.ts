import type { Id } from '#contract/ids.ts';
import type { QueuedMutation, SentLine } from '#src/outbox/mutation.ts';
import { rowsOf, sentOf } from '#src/outbox/outbox.ts';
import { type OutboxSummary, outboxSummary } from '#src/outbox/outbox-summary.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { type Waiting, waitingOf } from '#src/outbox/waiting.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** Things that wait, and things that need the person. */
export type OutboxCounts = { waiting: number; unsent: number };

/** A row with how it looks. */
export type OutboxEntry = { row: QueuedMutation; waiting: Waiting };

/** What waits, in the order in which it was written, and what arrived today. */
export type Outbox = { entries: OutboxEntry[]; sent: SentLine[] };

/** The member's outbox; undefined while it is read. */
export function useOutbox(): Outbox | undefined {
  const { user } = useSession();
  return useLive('outbox', async () => {
    // The rows first: what arrives between the two looks is then both, and never neither.
    const rows = user ? await rowsOf(user.id) : [];
    const sent = user ? await sentOf(user.id) : [];
    return { entries: rows.map((row) => ({ row, waiting: waitingOf(row, rows, definitionOf(row)) })), sent };
  }, [user]);
}

/** How many things wait, a bike with its photos as one, and how many need the person. */
export function useOutboxCounts(): OutboxCounts {
  const { user } = useSession();
  const counts = useLive('counts', async () => {
    const { waiting, unsent } = outboxSummary(user ? await rowsOf(user.id) : [], Date.now());
    return { waiting: waiting.length, unsent };
  }, [user]);
  return counts ?? { waiting: 0, unsent: 0 };
}

/** What the strip under the header is drawn from; undefined while it is read. */
export function useStanding(): (OutboxSummary & { sent: ReadonlySet<Id> }) | undefined {
  const { user, ended } = useSession();
  const whose = user ?? ended;
  return useLive('standing', async () => {
    // The rows first: what arrives between the two looks is then both, and never neither.
    const rows = whose ? await rowsOf(whose.id) : [];
    const sent = whose ? await sentOf(whose.id) : [];
    return { ...outboxSummary(rows, Date.now()), sent: new Set(sent.map((line) => line.id)) };
  }, [whose]);
}
