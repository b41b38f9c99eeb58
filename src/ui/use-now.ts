import { useSyncExternalStore } from 'react';

const beat = 30_000;

const listeners = new Set<() => void>();
let now: Date | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const renew = () => {
  now = new Date();
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(renew, beat);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While nobody listens the clock stands, so a first look sets it. */
function read(): Date {
  if (now === null || (listeners.size === 0 && Date.now() - now.getTime() > 1000)) now = new Date();
  return now;
}

/**
 * The time, renewed every half minute: for words such as `4 min ago`. Null where a page is drawn without a browser: nobody
 * knows there what time it is for whoever reads.
 */
export const useNow = (): Date | null => useSyncExternalStore(subscribe, read, () => null);
