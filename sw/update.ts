import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/**
 * Takes over only when the page asks, after it has kept its drafts; a first installation takes over at once.
 * A page that was loading just then was left out, and asks to be taken in.
 */
export function takeOverWhenAsked(): void {
  self.addEventListener('message', (event) => {
    const type = (event.data as { type?: string } | null)?.type;
    if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    if (type === 'CLAIM') event.waitUntil(self.clients.claim());
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
