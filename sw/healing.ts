import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** The page that has just been opened comes first. */
const quietAfter = 3_000;

type Work = () => Promise<void>;

const inTurn = async (works: readonly Work[]) => {
  for (const work of works) await work().catch(() => undefined);
};

/**
 * Mends what is kept on this device, once each time the worker has been started.
 * Call it before anything that answers requests: whoever answers one hides it from those that listen later.
 */
export function healWhenQuiet(...works: Work[]): void {
  let begun = false;
  self.addEventListener('fetch', (event) => {
    if (begun || event.request.mode !== 'navigate') return;
    begun = true;
    event.waitUntil(new Promise<void>((resolve) => setTimeout(resolve, quietAfter)).then(() => inTurn(works)));
  });
}

/** Mends what is kept on this device when this version takes over. */
export const healWhenActivated = (...works: Work[]): void =>
  self.addEventListener('activate', (event) => event.waitUntil(inTurn(works)));
