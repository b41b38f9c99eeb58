import { registerSync, scheduleFlush } from '#src/outbox/flush-triggers.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { draftTurn } from './draft-news.ts';
import { hasUnsynced } from './draft-sync.ts';

const pause = 5_000;
const longest = 20_000;

/** Starts to bring drafts to the site; the browser wakes the worker for what stays behind. */
async function go(): Promise<void> {
  scheduleFlush();
  const user = await getMeta('authUser');
  if (user && (await hasUnsynced(user.id))) await registerSync(true);
}

/**
 * Brings a draft to the site when its author pauses, or all the same after a while.
 * @returns how to stop; what was changed last is brought there all the same
 */
export function watchDrafts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const goNow = () => {
    clearTimeout(timer);
    if (since === 0) return;
    since = 0;
    void go();
  };
  const changed = () => {
    since ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(goNow, Math.max(0, Math.min(pause, since + longest - Date.now())));
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') goNow();
  };
  document.addEventListener('visibilitychange', hidden);
  const stop = draftTurn.subscribe(changed);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    stop();
    goNow();
  };
}
