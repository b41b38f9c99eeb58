import { getDefaultStore } from 'jotai/vanilla';
import type { AuthUser } from '#contract/auth.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { emitSessionNews } from '#src/lib/refresh.ts';
import { isUntried, type QueuedMutation } from '#src/outbox/mutation.ts';
import { replacedWhileHung } from '#src/outbox/outbox.ts';
import { cacheOverlay } from '#src/storage/cache-db.ts';
import { isFull, isStorageHung, noteFull, setStorageHung, storageStateAtom } from '#src/storage/storage-state.ts';
import { getMeta, userDbParts } from '#src/storage/user-db.ts';

/** Milliseconds until the next try after an error. */
const retryDelayMs = 1_000;
const counters = ['seq', 'sessionTurn'];
/** Keys of `meta` whose stored value wins over that of a tab that could not read it. */
const deviceWins = ['device', 'keptFolders'];

type MetaRow = { key: string; value: unknown };

/**
 * Renumbers what was written in memory, so that it comes after what the device has stored meanwhile. Returns the member
 * who is logged in according to the device.
 */
async function renumber(): Promise<AuthUser | undefined> {
  const { db, over: overlay } = userDbParts();
  const rows = (await db.table('meta').toArray()) as MetaRow[];
  const onDevice = new Map(rows.map(({ key, value }) => [key, value]));
  const seen = (key: string) => (overlay.seen('meta', key) as MetaRow | undefined)?.value;
  // Nothing is awaited from here on, so that nothing is written in between.
  const missed = (key: string) => Math.max(0, Number(onDevice.get(key) ?? 0) - Number(seen(key) ?? 0));
  const queued = [...overlay.over('outbox')].filter((entry): entry is [string, QueuedMutation] =>
    Boolean(entry[1] && !overlay.isNote(entry[1])),
  );
  overlay.hold(
    'outbox',
    queued.map(([id, mutation]) => [id, { ...mutation, seq: mutation.seq + missed('seq') }]),
  );
  for (const key of counters) {
    const row = overlay.at('meta', key) as MetaRow | null | undefined;
    if (row) overlay.hold('meta', [[key, { key, value: Number(row.value) + missed(key) }]]);
  }
  for (const key of deviceWins) if (onDevice.has(key) && seen(key) === undefined) overlay.drop('meta', key);
  return onDevice.get('authUser') as AuthUser | undefined;
}

/**
 * Removes stored untried mutations that were replaced while the device did not answer; they must not revert the later
 * choice.
 */
async function dropReplaced(): Promise<void> {
  const { db, over: overlay } = userDbParts();
  for (const key of replacedWhileHung) {
    const queued = (await db.table('outbox').where('coalesceKey').equals(key).toArray()) as QueuedMutation[];
    const older = queued.filter((mutation) => isUntried(mutation) && overlay.at('outbox', mutation.id) === undefined);
    await db.table('outbox').bulkDelete(older.map(({ id }) => id));
  }
  replacedWhileHung.clear();
}

async function rejoinNow(): Promise<void> {
  const { over: overlay } = userDbParts();
  await Promise.all([overlay.answer(), cacheOverlay().answer()]);
  const before = await renumber();
  await dropReplaced();
  // Durable data is merged, not overwritten: this tab changed only rows that it had read.
  while (!(await overlay.flush((table) => table !== 'meta')));
  while (!cacheOverlay().shut && !(await cacheOverlay().flush()));
  setStorageHung(false);
  const now = await getMeta('authUser');
  // A member who signed out meanwhile left private data behind.
  if (before && before.id !== now?.id) await purgePrivate();
  else await applyServerChange(async () => undefined);
  await saveOpenForms();
  // Reads the member again and resumes sending.
  emitSessionNews('signed-in');
}

let running: Promise<void> | null = null;

/** Waits until the device answers again, then stores what was written meanwhile. Calls of this tab share one run. */
function rejoin(): Promise<void> {
  running ??= rejoinNow()
    .catch((error: unknown) => {
      if (!isFull(error)) return new Promise<void>((resolve) => setTimeout(resolve, retryDelayMs));
      setStorageHung(false);
      noteFull();
    })
    .finally(() => {
      running = null;
      if (isStorageHung()) void rejoin();
    });
  return running;
}

/** Stores what was written while the device did not answer, as soon as it does. */
export function watchHungStorage(): void {
  const look = () => {
    if (isStorageHung()) void rejoin();
  };
  look();
  getDefaultStore().sub(storageStateAtom, look);
}
