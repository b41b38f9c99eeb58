import { signal } from '#src/ground/signal.ts';
import { rowsOf, sentOf } from '#src/offline/outbox.ts';
import { type Waiting, waitingOf } from '#src/offline/overlay.ts';
import { isThing, type OutboxRow, type SentLine } from '#src/offline/rows.ts';
import { outboxStatus } from '#src/offline/run.ts';
import { storageState } from '#src/offline/storage.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useValue } from '#src/reading/use-value.ts';
import { useSession } from '#src/session/use-session.ts';

/** A row with how it looks. */
export type OutboxEntry = { row: OutboxRow; waiting: Waiting };

/** What waits, in the order in which it was written; undefined while it is read. */
export function useOutbox(): OutboxEntry[] | undefined {
  const { user } = useSession();
  return useLive(async () => {
    const rows = user ? await rowsOf(user.id) : [];
    return rows.map((row) => ({ row, waiting: waitingOf(row, rows) }));
  }, [user]);
}

/** How many things wait; a bike counts once, with its photos. */
export const useWaitingCount = (): number => useOutbox()?.filter(({ row }) => isThing(row)).length ?? 0;

/** What was sent within the last day, the newest first. */
export function useSent(): SentLine[] | undefined {
  const { user } = useSession();
  return useLive(async () => (user ? sentOf(user.id) : []), [user]);
}

/** What the strip under the header is drawn from. `photos`: how many of the photos that wait have arrived. */
export function useStrip() {
  const { user, ended } = useSession();
  const rows =
    useLive(async () => (user ? rowsOf(user.id) : ended ? rowsOf(ended.id) : []), [user, ended])?.filter(isThing) ?? [];
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
