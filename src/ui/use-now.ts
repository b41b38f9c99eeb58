import { useBrowserValue } from './use-browser-value.ts';

const beat = 30_000;

const listeners = new Set<() => void>();
let now: Date | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  now = new Date();
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, beat);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Without subscribers the clock is not updated, so reading it does. */
function read(): Date {
  if (now === null || (listeners.size === 0 && Date.now() - now.getTime() > 1000)) now = new Date();
  return now;
}

/**
 * The current time, updated every half minute, for texts such as `4 min ago`. Null in server rendering, which cannot
 * know the reader's time.
 */
export const useNow = (): Date | null => useBrowserValue(read, null, subscribe);
