import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const notPages = [/^\/api\//, /^\/images\//, /^\/mailbox/, /^\/(?:healthz|readyz)/];

/** Keeps this build's files and answers every page of the site with them. */
export function servePages(): void {
  precacheAndRoute(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }));
}
