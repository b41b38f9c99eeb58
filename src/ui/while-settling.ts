const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Calls `move` whenever the page's height changes, until it returns true, the user does something, or the time is over.
 * @param ended called once, whichever it was
 * @returns how to stop
 */
export function whileSettling(move: () => boolean, timeoutMs: number, ended?: () => void): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) removeEventListener(gesture, stop);
    ended?.();
  };
  const observer = new ResizeObserver(() => move() && stop());
  const timer = setTimeout(stop, timeoutMs);
  for (const gesture of gestures) addEventListener(gesture, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
