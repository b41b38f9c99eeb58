import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/**
 * Activates a new version only when the page asks, after it has saved its drafts. A first installation claims at once.
 * A page that was loading meanwhile is not claimed, and asks for it.
 */
export function takeOverWhenAsked(): void {
  self.addEventListener('message', (event) => {
    const type = (event.data as { type?: string } | null)?.type;
    if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    if (type === 'CLAIM') event.waitUntil(self.clients.claim());
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
