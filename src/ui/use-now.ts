import { getDefaultStore } from 'jotai/vanilla';
import { clockOffsetAtom, serverNow } from '#src/lib/server-time.ts';
import { useBrowserValue } from './use-browser-value.ts';

const beat = 30_000;

const listeners = new Set<() => void>();
/** The server's time and this device's, as they were at the last beat. */
let now: { server: Date; device: Date } | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

const times = () => ({ server: new Date(serverNow()), device: new Date() });

const tick = () => {
  now = times();
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
function read() {
  if (now === null || (listeners.size === 0 && Date.now() - now.device.getTime() > 1000)) now = times();
  return now;
}

// A first answer that agrees with this device's clock changes no text.
getDefaultStore().sub(clockOffsetAtom, () => {
  if (now && Math.abs(serverNow() - Date.now() - (now.server.getTime() - now.device.getTime())) > 1000) tick();
});

/**
 * The current time by the site's clock, where it is known, updated every half minute, for texts such as `4 min ago`.
 * Null in server rendering, which cannot know the reader's time.
 */
export const useNow = (): Date | null => useBrowserValue(() => read().server, null, subscribe);

/** The same by this device's clock, to compare with what it has recorded by that clock. */
export const useDeviceNow = (): Date | null => useBrowserValue(() => read().device, null, subscribe);
