import { getCacheKeyForURL } from 'workbox-precaching';
import { homePage } from '#contract/pages.ts';
import { languagePath } from '#contract/texts.ts';
import { sessionMark } from '#src/lib/refresh.ts';
import { cachedHomePage, dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { memberHere } from '#src/storage/user-db.ts';
import { isFresh, isSound, pageToCache } from './rendered-page.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const timeoutMs = 20_000;
/** Home in the worker's language. */
const ownHome = languagePath + homePage();
/** The page that renders itself, of the worker's language. */
export const shellPage = `${languagePath}/index.html`;

/** The cache key of this build's page; a page that another build's worker caches late has another key. */
const cacheKey = (): string => getCacheKeyForURL(shellPage) ?? shellPage;

/** Whether the cookie says that nobody is logged in; false if the worker cannot read it. */
const isVisitor = async (): Promise<boolean> => 'cookieStore' in globalThis && (await sessionMark()) === null;

/** Whether neither the cookie nor `userDb` has a member. */
const hasNoMember = async (): Promise<boolean> => (await isVisitor()) && (await memberHere()) === null;

/** Returns the cached home page for a visitor; undefined if the page has to render itself. */
export async function cachedHome({ pathname }: URL): Promise<Response | undefined> {
  if (pathname !== ownHome) return undefined;
  try {
    const cached = await caches.match(cacheKey(), { cacheName: cachedHomePage });
    // Whether there is a connection is not known in time, and the app shell would render the same old answers from the
    // device.
    if (!cached || !isFresh(cached)) return undefined;
    if (await isVisitor()) return cached;
    await dropCachedHomePage();
  } catch {
    // If the cache cannot be read, the app shell opens instead.
  }
  return undefined;
}

/** Fetches and caches the home page. The cached one stays if the fetch fails or storage is full. */
async function cachePage(): Promise<void> {
  if (!(await hasNoMember())) return dropCachedHomePage();
  // `no-cache` revalidates what another network may have left in the HTTP cache; an unchanged page costs no download.
  const answer = await fetch(ownHome, {
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const page = await pageToCache(answer);
  if (page) await (await caches.open(cachedHomePage)).put(cacheKey(), page);
  // Somebody may have logged in, which deletes the cached page, before this one was stored.
  if (!(await hasNoMember())) await dropCachedHomePage();
}

async function evictUnsound(): Promise<void> {
  if (!(await caches.has(cachedHomePage))) return;
  if (!(await hasNoMember())) return dropCachedHomePage();
  const cache = await caches.open(cachedHomePage);
  for (const request of await cache.keys()) {
    const cached = await cache.match(request);
    const isHere = new URL(cacheKey(), location.href).href === request.url;
    if (!(isHere && cached && (await isSound(cached)))) await cache.delete(request);
  }
}

let lastTask: Promise<void> = Promise.resolve();

/** Runs one task after another, so that none deletes a page that another has just cached. */
function runInSequence(task: () => Promise<void>): Promise<void> {
  lastTask = lastTask.then(task).catch(() => undefined);
  return lastTask;
}

/** Evicts a damaged page, pages of another build, and all pages if a member is or was logged in. */
export const repairCachedHome = (): Promise<void> => runInSequence(evictUnsound);

/** Caches the home page when a page asks for it; activation empties the cache. */
export function cacheHomeWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'KEEP_PAGE') event.waitUntil(runInSequence(cachePage));
  });
  self.addEventListener('activate', (event) => event.waitUntil(runInSequence(dropCachedHomePage)));
}
