import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

async function open(to: string): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (!tab) return void (await self.clients.openWindow(to));
  await tab.focus();
  await tab.navigate(to);
}

/** Opens the page of a clicked notification, in an existing tab if there is one. */
export function openSubject(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { to } = event.notification.data as { to: string };
    event.waitUntil(open(to));
  });
}
