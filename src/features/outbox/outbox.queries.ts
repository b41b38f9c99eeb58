import type { Id } from '#contract/ids.ts';
import { signal } from '#src/ground/signal.ts';
import { isThing, rowsOf, sentOf } from '#src/offline/outbox.ts';
import type { OutboxRow, SentLine } from '#src/offline/rows.ts';
import { outboxStatus } from '#src/offline/run.ts';
import { storageState } from '#src/offline/storage.ts';
import { type Waiting, waitingOf } from '#src/offline/waiting.ts';
import { writeOf } from '#src/offline/writes/table.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useValue } from '#src/reading/use-value.ts';
import { useSession } from '#src/session/use-session.ts';

async function thingsOf(userId: Id): Promise<OutboxRow[]> {
  const rows = await rowsOf(userId);
  return rows.filter((row) => isThing(row, rows));
}

/** A row with how it looks. */
export type OutboxEntry = { row: OutboxRow; waiting: Waiting };

/** What waits, in the order in which it was written; undefined while it is read. */
export function useOutbox(): OutboxEntry[] | undefined {
  const { user } = useSession();
  return useLive(async () => {
    const rows = user ? await rowsOf(user.id) : [];
    return rows.map((row) => ({ row, waiting: waitingOf(row, rows, writeOf(row)) }));
  }, [user]);
}

/** How many things wait; a bike counts once, with its photos. */
export function useWaitingCount(): number {
  const { user } = useSession();
  return useLive(async () => (user ? (await thingsOf(user.id)).length : 0), [user]) ?? 0;
}

/** What was sent within the last day, the newest first. */
export function useSent(): SentLine[] | undefined {
  const { user } = useSession();
  return useLive(async () => (user ? sentOf(user.id) : []), [user]);
}

/** What the strip under the header is drawn from. `photos`: how many of the photos that wait have arrived. */
export function useStrip() {
  const { user, ended } = useSession();
  const whose = user ?? ended;
  const rows = useLive(async () => (whose ? thingsOf(whose.id) : []), [whose]) ?? [];
  const failed = rows.filter((row) => row.state === 'failed').length;
  return {
    signal: useValue(signal),
    status: useValue(outboxStatus),
    storage: useValue(storageState),
    waiting: rows.length - failed,
    failed,
    /** The session ended and rows wait: `Log in to send 3.` */
    loginToSend: user === null && ended !== null && rows.length > 0,
  };
}
