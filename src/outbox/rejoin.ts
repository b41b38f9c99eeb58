import type { AuthUser } from '#contract/auth.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { flushDrafts } from '#src/drafts/open-forms.ts';
import { tellSessionNews } from '#src/lib/refresh.ts';
import { cacheOverlay } from '#src/storage/cache-db.ts';
import { isFull, isSilent, noteFull, noteSilence } from '#src/storage/storage-state.ts';
import { getMeta, vaultParts } from '#src/storage/user-db.ts';
import { isUntried, type QueuedMutation } from './mutation.ts';
import { replacedInSilence } from './outbox.ts';

/** Milliseconds until it is tried again when something came between. */
const pause = 1_000;
const counters = ['seq', 'sessionTurn'];
/** What the device knows better than a tab that could not ask it. */
const devicesOwn = ['device', 'keptFolders'];

type MetaRow = { key: string; value: unknown };

/** Puts what was written meanwhile behind what the device has by now. Returns who is here as far as the device knows. */
async function adapt(): Promise<AuthUser | undefined> {
  const { db, over } = vaultParts();
  const rows = (await db.table('meta').toArray()) as MetaRow[];
  const onDevice = new Map(rows.map(({ key, value }) => [key, value]));
  const seen = (key: string) => (over.seen('meta', key) as MetaRow | undefined)?.value;
  // Nothing is awaited from here on, so nothing is written in between.
  const missed = (key: string) => Math.max(0, Number(onDevice.get(key) ?? 0) - Number(seen(key) ?? 0));
  const made = [...over.over('outbox')].filter((entry): entry is [string, QueuedMutation] =>
    Boolean(entry[1] && !over.isNote(entry[1])),
  );
  over.hold(
    'outbox',
    made.map(([id, row]) => [id, { ...row, seq: row.seq + missed('seq') }]),
  );
  for (const key of counters) {
    const row = over.at('meta', key) as MetaRow | null | undefined;
    if (row) over.hold('meta', [[key, { key, value: Number(row.value) + missed(key) }]]);
  }
  for (const key of devicesOwn) if (onDevice.has(key) && seen(key) === undefined) over.letGo('meta', key);
  return onDevice.get('authUser') as AuthUser | undefined;
}

/** A later choice was sent meanwhile: an older one of the same kind that waits must not undo it. */
async function dropReplaced(): Promise<void> {
  const { db, over } = vaultParts();
  for (const key of replacedInSilence) {
    const rows = (await db.table('outbox').where('coalesceKey').equals(key).toArray()) as QueuedMutation[];
    const older = rows.filter((row) => isUntried(row) && over.at('outbox', row.id) === undefined);
    await db.table('outbox').bulkDelete(older.map(({ id }) => id));
  }
  replacedInSilence.clear();
}

async function bring(): Promise<void> {
  const { over } = vaultParts();
  await Promise.all([over.answer(), cacheOverlay().answer()]);
  const before = await adapt();
  await dropReplaced();
  // What is a member's own is added to, not replaced: of what was there this tab has changed only what it had seen.
  while (!(await over.flush((table) => table !== 'meta')));
  while (!cacheOverlay().shut && !(await cacheOverlay().flush()));
  noteSilence(false);
  const now = await getMeta('authUser');
  // Who went meanwhile left things here that nobody could reach.
  if (before && before.id !== now?.id) await purgePrivate();
  else await applyServerChange(async () => undefined);
  await flushDrafts();
  // It knows better who is here, and what waits goes on.
  tellSessionNews('signed-in');
}

let running: Promise<void> | null = null;

/** Waits until the device answers again, and keeps there what was written meanwhile. Calls of this tab share one wait. */
export function rejoin(): Promise<void> {
  running ??= bring()
    .catch((error: unknown) => {
      if (!isFull(error)) return new Promise<void>((resolve) => setTimeout(resolve, pause));
      noteSilence(false);
      noteFull();
    })
    .finally(() => {
      running = null;
      if (isSilent()) void rejoin();
    });
  return running;
}
