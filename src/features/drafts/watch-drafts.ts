import { getDefaultStore } from 'jotai/vanilla';
import { registerSync, scheduleFlush } from '#src/outbox/flush-triggers.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { draftChangesAtom } from './draft-changes.ts';
import { hasUnsynced } from './draft-sync.ts';

const store = getDefaultStore();

const pauseMs = 5_000;
const maxDelayMs = 20_000;

/** Starts to sync drafts, and registers a background sync for those that are left. */
async function syncDrafts(): Promise<void> {
  scheduleFlush();
  const user = await getMeta('authUser');
  if (user && (await hasUnsynced(user.id))) await registerSync(true);
}

/**
 * Syncs drafts 5 seconds after the last change, at most 20 seconds after the first.
 * @returns a stop function; it syncs the last changes
 */
export function watchDrafts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const syncNow = () => {
    clearTimeout(timer);
    if (since === 0) return;
    since = 0;
    void syncDrafts();
  };
  const changed = () => {
    since ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(syncNow, Math.max(0, Math.min(pauseMs, since + maxDelayMs - Date.now())));
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') syncNow();
  };
  document.addEventListener('visibilitychange', hidden);
  const stop = store.sub(draftChangesAtom, changed);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    stop();
    syncNow();
  };
}
