import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { keptPage } from './kept-page.ts';
import { mendFiles, missingFiles } from './mend-files.ts';
import type { WorkerScope } from './scope.ts';
import { unpack } from './unpack.ts';

declare const self: WorkerScope;

const notPages = [
  ...[/^\/api\//, /^\/images\//, /^\/mailbox/, /^\/\.well-known\//, /^\/(?:healthz|readyz)/],
  // Feeds, the map of all pages, and what robots read; a member may be called like one of these.
  /^(?!\/user\/)[^?]+\.(?:xml|txt)(?:\?|$)/,
];

// The web app's manifest comes without a hash, and no page needs it.
const whole = self.__WB_MANIFEST.filter((file) => file.integrity);
const files = whole.filter((file) => !file.isPack);
const pack = whole.find((file) => file.isPack);

const keptFiles = () => files.map(({ url, integrity }) => ({ url: getCacheKeyForURL(url) ?? url, integrity }));

/** What is kept already is looked through first. Where most is missing, it comes in one piece. */
async function prepare(): Promise<void> {
  const missing = await missingFiles(keptFiles());
  if (pack?.integrity && missing.length > files.length / 2) await unpack(pack.url, pack.integrity);
}

/** Keeps this build's files and answers every page of the site with them, or with the page that is kept of it. */
export function servePages(): void {
  let prepared: Promise<void> | undefined;
  self.addEventListener('install', (event) => {
    // What could not be had in one piece comes file by file.
    prepared = prepare().catch(() => undefined);
    event.waitUntil(prepared);
  });
  const afterwards = async ({ request, event }: { request: Request; event: ExtendableEvent }) => {
    if (event.type === 'install') await prepared;
    return request;
  };
  addPlugins([{ cacheKeyWillBeUsed: afterwards }]);
  // Otherwise these files would answer for home before anybody looks for a kept page.
  precacheAndRoute(files, { directoryIndex: '' });
  cleanupOutdatedCaches();
  const shell = createHandlerBoundToURL('/index.html');
  registerRoute(
    new NavigationRoute(async (asked) => (await keptPage(asked.url)) ?? shell(asked), { denylist: notPages }),
  );
}

/** Makes the kept files those of this build again. */
export const mendPages = (): Promise<void> => mendFiles(keptFiles());
