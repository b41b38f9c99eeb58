import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { keptPage } from './kept-page.ts';
import { mendFiles } from './mend-files.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const notPages = [
  ...[/^\/api\//, /^\/images\//, /^\/mailbox/, /^\/(?:healthz|readyz)/],
  // Feeds, the map of all pages, and what robots read; a member may be called like one of these.
  /^(?!\/user\/)[^?]+\.(?:xml|txt)(?:\?|$)/,
];

// The web app's manifest comes without a hash, and no page needs it.
const files = self.__WB_MANIFEST.filter((file) => file.integrity);

/** Keeps this build's files and answers every page of the site with them, or with the page that is kept of it. */
export function servePages(): void {
  // Otherwise these files would answer for home before anybody looks for a kept page.
  precacheAndRoute(files, { directoryIndex: '' });
  cleanupOutdatedCaches();
  const shell = createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute(async (asked) => (await keptPage(asked.url)) ?? shell(asked), { denylist: notPages }),
  );
}

/** Makes the kept files those of this build again. */
export const mendPages = (): Promise<void> =>
  mendFiles(files.map(({ url, integrity }) => ({ url: getCacheKeyForURL(url) ?? url, integrity })));
