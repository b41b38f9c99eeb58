import { useBrowserValue } from './use-browser-value.ts';

const beat = 30_000;

const listeners = new Set<() => void>();
/** The site's time and this device's, as they were at the last beat. */
let now: { site: Date; device: Date } | null = null;
let siteAheadMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const times = () => ({ site: new Date(Date.now() + siteAheadMs), device: new Date() });

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

/** Sets how far the site's clock is ahead of this device's, in milliseconds. */
export function setSiteAhead(ms: number): void {
  if (ms === siteAheadMs) return;
  siteAheadMs = ms;
  tick();
}

/**
 * The current time by the site's clock, where it is known, updated every half minute, for texts such as `4 min ago`.
 * Null in server rendering, which cannot know the reader's time.
 */
export const useNow = (): Date | null => useBrowserValue(() => read().site, null, subscribe);

/** The same by this device's clock, to compare with what it has recorded by that clock. */
export const useDeviceNow = (): Date | null => useBrowserValue(() => read().device, null, subscribe);
