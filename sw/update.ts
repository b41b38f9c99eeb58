import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** Takes over only when the page asks, after it has kept its drafts; a first installation takes over at once. */
export function takeOverWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
