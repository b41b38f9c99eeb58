import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** The page that has just been opened comes first. */
const quietAfter = 3_000;

/**
 * Mends what is kept on this device when this version takes over, and once each time the worker has been started.
 * Call it before anything that answers requests: whoever answers one hides it from those that listen later.
 */
export function healWhenQuiet(...works: (() => Promise<void>)[]): void {
  let begun = false;
  const heal = async () => {
    for (const work of works) await work().catch(() => undefined);
  };
  self.addEventListener('activate', (event) => event.waitUntil(heal()));
  self.addEventListener('fetch', (event) => {
    if (begun || event.request.mode !== 'navigate') return;
    begun = true;
    event.waitUntil(new Promise<void>((resolve) => setTimeout(resolve, quietAfter)).then(heal));
  });
}
