import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { mendFiles } from './mend-files.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const notPages = [/^\/api\//, /^\/images\//, /^\/mailbox/, /^\/(?:healthz|readyz)/];

// The web app's manifest comes without a hash, and no page needs it.
const files = self.__WB_MANIFEST.filter((file) => file.integrity);

/** Keeps this build's files and answers every page of the site with them. */
export function servePages(): void {
  precacheAndRoute(files);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }));
}

/** Makes the kept files those of this build again. */
export const mendPages = (): Promise<void> =>
  mendFiles(files.map(({ url, integrity }) => ({ url: getCacheKeyForURL(url) ?? url, integrity })));
