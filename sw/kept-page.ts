import { getCacheKeyForURL } from 'workbox-precaching';
import { homePage } from '#contract/pages.ts';
import { sessionMark } from '#src/lib/refresh.ts';
import { cachedHomePage, dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { memberHere } from '#src/storage/user-db.ts';
import { isFresh, isSound, pageToKeep } from './drawn-page.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const timeLimit = 20_000;

/** The cache key of this build's page; a page that another build's worker caches late has another key. */
const place = (): string => getCacheKeyForURL('/index.html') ?? '/index.html';

/** Whether the cookie says that nobody is logged in; false if the worker cannot read it. */
const isStranger = async (): Promise<boolean> => 'cookieStore' in globalThis && (await sessionMark()) === null;

/** Whether neither the cookie nor `userDb` has a member. */
const isNobodyHere = async (): Promise<boolean> => (await isStranger()) && (await memberHere()) === null;

/** Returns the cached home page for a visitor; undefined if the page has to render itself. */
export async function keptPage({ pathname }: URL): Promise<Response | undefined> {
  if (pathname !== homePage()) return undefined;
  try {
    const kept = await caches.match(place(), { cacheName: cachedHomePage });
    // Whether there is a connection is not known in time, and the app shell would render the same old answers from the
    // device.
    if (!kept || !isFresh(kept)) return undefined;
    if (await isStranger()) return kept;
    await dropCachedHomePage();
  } catch {
    // If the cache cannot be read, the app shell opens instead.
  }
  return undefined;
}

/** Fetches and caches the home page. The cached one stays if the fetch fails or storage is full. */
async function keep(): Promise<void> {
  if (!(await isNobodyHere())) return dropCachedHomePage();
  // `no-cache` revalidates what another network may have left in the HTTP cache; an unchanged page costs no download.
  const answer = await fetch(homePage(), {
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
  });
  const page = await pageToKeep(answer);
  if (page) await (await caches.open(cachedHomePage)).put(place(), page);
  // Somebody may have logged in, which deletes the cached page, before this one was stored.
  if (!(await isNobodyHere())) await dropCachedHomePage();
}

async function mend(): Promise<void> {
  if (!(await caches.has(cachedHomePage))) return;
  if (!(await isNobodyHere())) return dropCachedHomePage();
  const cache = await caches.open(cachedHomePage);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const isHere = new URL(place(), location.href).href === request.url;
    if (!(isHere && kept && (await isSound(kept)))) await cache.delete(request);
  }
}

let last: Promise<void> = Promise.resolve();

/** Runs one task after another, so that none deletes a page that another has just cached. */
function inTurn(work: () => Promise<void>): Promise<void> {
  last = last.then(work).catch(() => undefined);
  return last;
}

/** Evicts a damaged page, pages of another build, and all pages if a member is or was logged in. */
export const mendKeptPage = (): Promise<void> => inTurn(mend);

/** Caches the home page when a page asks for it; activation empties the cache. */
export function keepPageWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'KEEP_PAGE') event.waitUntil(inTurn(keep));
  });
  self.addEventListener('activate', (event) => event.waitUntil(inTurn(dropCachedHomePage)));
}
