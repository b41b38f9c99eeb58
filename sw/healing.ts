import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** Milliseconds: the page that has just been opened comes first. */
const quietAfter = 3_000;

type Work = () => Promise<void>;

const inTurn = async (works: readonly Work[]) => {
  for (const work of works) await work().catch(() => undefined);
};

/**
 * Repairs the caches once per worker start, after a page was opened. Call it before adding any fetch handler that
 * responds: listeners added after it do not get the event.
 */
export function healWhenQuiet(...works: Work[]): void {
  let begun = false;
  self.addEventListener('fetch', (event) => {
    if (begun || event.request.mode !== 'navigate') return;
    begun = true;
    event.waitUntil(new Promise<void>((resolve) => setTimeout(resolve, quietAfter)).then(() => inTurn(works)));
  });
}

/** Repairs the caches when this version of the worker activates. */
export const healWhenActivated = (...works: Work[]): void =>
  self.addEventListener('activate', (event) => event.waitUntil(inTurn(works)));
