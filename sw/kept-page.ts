import { getCacheKeyForURL } from 'workbox-precaching';
import { homePage } from '#contract/pages.ts';
import { sessionMark } from '#src/lib/refresh.ts';
import { cachedHomePage, dropCachedHomePage } from '#src/storage/cached-home-page.ts';
import { memberHere } from '#src/storage/user-db.ts';
import { isFresh, isSound, pageToKeep } from './drawn-page.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const timeLimit = 20_000;

/** Where the page of this build is kept: what a worker of another build keeps late is never found. */
const place = (): string => getCacheKeyForURL('/index.html') ?? '/index.html';

/** Whether the cookie says that nobody is logged in; where a worker cannot read it, nobody knows. */
const isStranger = async (): Promise<boolean> => 'cookieStore' in globalThis && (await sessionMark()) === null;

/** Whether nobody is here whose screen would differ, by the cookie and by what the device remembers. */
const isNobodyHere = async (): Promise<boolean> => (await isStranger()) && (await memberHere()) === null;

/** The kept page for a stranger who opens home; undefined where the page has to draw itself. */
export async function keptPage({ pathname }: URL): Promise<Response | undefined> {
  if (pathname !== homePage()) return undefined;
  try {
    const kept = await caches.match(place(), { cacheName: cachedHomePage });
    // Nobody knows in time whether there is signal, and what draws itself has the same old answers on the device.
    if (!kept || !isFresh(kept)) return undefined;
    if (await isStranger()) return kept;
    await dropCachedHomePage();
  } catch {
    // A browser that cannot say what is kept opens the page all the same.
  }
  return undefined;
}

/** Keeps the page as the site draws it now. Where it cannot be had or there is no room, what is kept stays. */
async function keep(): Promise<void> {
  if (!(await isNobodyHere())) return dropCachedHomePage();
  // Asked for anew, past what another network may have left in the browser's cache; the same page costs no download.
  const answer = await fetch(homePage(), {
    cache: 'no-cache',
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
  });
  const page = await pageToKeep(answer);
  if (page) await (await caches.open(cachedHomePage)).put(place(), page);
  // Who has logged in meanwhile took the page away before this one came.
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

/** One after another: none takes away what another has just kept. */
function inTurn(work: () => Promise<void>): Promise<void> {
  last = last.then(work).catch(() => undefined);
  return last;
}

/** Drops what may not be shown: wrong bytes, what is of another build, and all of it where a member is or was. */
export const mendKeptPage = (): Promise<void> => inTurn(mend);

/** Keeps the home page of strangers whenever a page asks; a new version begins without one. */
export function keepPageWhenAsked(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'KEEP_PAGE') event.waitUntil(inTurn(keep));
  });
  self.addEventListener('activate', (event) => event.waitUntil(inTurn(dropCachedHomePage)));
}
