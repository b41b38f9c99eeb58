import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { languagePath } from '#contract/texts.ts';
import { cachedHome, shellPage } from './cached-home.ts';
import { missingFiles, repairFiles } from './repair-files.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** The scripts and style sheets of a build: path to text. */
type Pack = Record<string, string>;

/**
 * Caches the files of a pack. One request takes half the work of a request for each file.
 * @param integrity the hash of the pack (`sha256-…`, W3C SRI)
 * @throws what `fetch` or the cache throws; files cached until then stay
 */
async function unpack(url: string, integrity: string): Promise<void> {
  const answer = await fetch(url, { integrity, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  const pack = (await answer.json()) as Pack;
  const cache = await caches.open(cacheNames.precache);
  await Promise.all(
    Object.entries(pack).map(([file, text]) => {
      const type = file.endsWith('.css') ? 'css' : 'javascript';
      return cache.put(file, new Response(text, { headers: { 'Content-Type': `text/${type}; charset=utf-8` } }));
    }),
  );
}

const notPages = [
  ...[/^\/api\//, /^\/images\//, /^\/mailbox/, /^\/\.well-known\//, /^\/(?:healthz|readyz)/],
  // Feeds, sitemaps and robots.txt. A username may end the same way.
  new RegExp(`^(?!${languagePath}/user/)[^?]+\\.(?:xml|txt)(?:\\?|$)`),
];

// The web app manifest has no hash, and no page needs it.
const entries = self.__WB_MANIFEST.filter((file) => file.integrity);
const files = entries.filter((file) => !file.isPack);
const pack = entries.find((file) => file.isPack);

const precachedFiles = () => files.map(({ url, integrity }) => ({ url: getCacheKeyForURL(url) ?? url, integrity }));

/** Checks the precached files, and unpacks the pack if more than half of them are missing. */
async function prepare(): Promise<void> {
  const missing = await missingFiles(precachedFiles());
  if (pack?.integrity && missing.length > files.length / 2) await unpack(pack.url, pack.integrity);
}

/**
 * Requests a file with its revision. During a rolling deployment a server of another build may answer, whose
 * `index.html` would fail the installation.
 */
async function ofThisBuild({ request }: { request: Request }): Promise<Request> {
  const url = getCacheKeyForURL(request.url);
  return url && url !== request.url ? new Request(url, request) : request;
}

/** Precaches this build's files and answers navigations with them, or with the cached home page. */
export function servePages(): void {
  let prepared: Promise<void> | undefined;
  self.addEventListener('install', (event) => {
    // If the pack fails, the files are fetched one by one.
    prepared = prepare().catch(() => undefined);
    event.waitUntil(prepared);
  });
  const afterwards = async ({ request, event }: { request: Request; event: ExtendableEvent }) => {
    if (event.type === 'install') await prepared;
    return request;
  };
  addPlugins([{ cacheKeyWillBeUsed: afterwards, requestWillFetch: ofThisBuild }]);
  // A directory index would answer for home before the cached home page is looked up.
  precacheAndRoute(files, { directoryIndex: '' });
  cleanupOutdatedCaches();
  const shell = createHandlerBoundToURL(shellPage);
  registerRoute(
    new NavigationRoute(async (asked) => (await cachedHome(asked.url)) ?? shell(asked), { denylist: notPages }),
  );
}

/** Restores this build's precached files. */
export const repairPages = (): Promise<void> => repairFiles(precachedFiles());
