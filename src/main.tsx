import './ui/tokens.css';
import './ui/base.css';
import './registry.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Path } from 'react-router';
import type { DehydratedPage } from '#contract/ssr.ts';
import { languagePath } from '#contract/texts.ts';
import { AddressRouter } from './app/address-router.tsx';
import { App } from './app/app.tsx';
import { screenOf } from './app/screens.ts';
import { watchStaleChunks } from './app/stale-chunks.ts';
import { takeWarmStart } from './app/warm-start.ts';
import { forgetDehydrated, receiveDehydrated } from './lib/dehydrated.ts';
import { watchFaults } from './lib/faults.ts';
import { idle } from './lib/idle.ts';
import { isOwnLanguage, withoutLanguage } from './lib/own-language.ts';
import { retryImport } from './lib/retry-import.ts';
import { DehydratedContext } from './queries/initial-data.ts';
import { startSession } from './session/session.ts';
import { fetchSiteWriting, SmallPhoto } from './ui/display-preferences.ts';

const root = document.getElementById('root');
const block = document.getElementById('initial-data')?.textContent;

/** Milliseconds after which the page's dehydrated answers no longer replace requests. */
const staleAfterMs = 10_000;

/**
 * Returns the location that the server rendered. Back and Forward may have led to another entry, of another key, before
 * the router listens.
 */
function renderedLocation(
  visit: PerformanceNavigationTiming | undefined,
  at: string | undefined,
): Path & { key?: string } {
  if (at) return { pathname: languagePath + at, search: '', hash: '' };
  const now = { pathname: location.pathname, search: location.search, hash: location.hash };
  // Not every browser names the address that a redirect led to.
  if (!visit || visit.redirectCount > 0) return now;
  const { pathname, search, hash } = new URL(visit.name);
  return pathname === now.pathname && search === now.search ? now : { pathname, search, hash, key: '' };
}

/** Hydrates the server-rendered page; it looks the same before and after. */
async function hydrate(page: HTMLElement, dehydrated: DehydratedPage): Promise<void> {
  // A page that Back took from the HTTP cache, or whose scripts came late, is hydrated with these answers but fetches
  // new ones.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'back_forward' && performance.now() < staleAfterMs) receiveDehydrated(dehydrated);
  setTimeout(forgetDehydrated, staleAfterMs);
  const begin = renderedLocation(visit, dehydrated.at);
  // The screen itself reports a chunk that does not load.
  const screen = screenOf(withoutLanguage(begin.pathname))
    ?.prepare()
    .catch(() => undefined);
  await Promise.all([screen, fetchSiteWriting()]);
  startTransition(() => {
    hydrateRoot(
      page,
      <StrictMode>
        <DehydratedContext value={dehydrated}>
          <SmallPhoto value={dehydrated.small === true}>
            <App renderRouter={(page) => <AddressRouter begin={begin}>{page}</AddressRouter>} />
          </SmallPhoto>
        </DehydratedContext>
      </StrictMode>,
    );
  });
  dispatchEvent(new Event('alive'));
}

/** Renders the page. Modules must not await it: the chunks of screens import this file and would wait for it. */
async function show(): Promise<void> {
  if (!root) return;
  if (block) return hydrate(root, JSON.parse(block) as DehydratedPage);
  if (!isOwnLanguage()) await import('./app/enter-language.ts').then(({ enterLanguage }) => enterLanguage());
  const [warmStart] = await Promise.all([takeWarmStart(), fetchSiteWriting()]);
  const render = () =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  // In a transition React waits briefly for code that is already here, instead of showing a fallback.
  if (warmStart) startTransition(render);
  else render();
  await warmStart?.over;
}

const startBackground = () =>
  retryImport(
    () => import('./app/background.ts'),
    (background) => background.startBackground(),
  );
const beginAfterwards = () =>
  retryImport(
    () => import('./app/afterwards.ts'),
    (afterwards) => afterwards.beginAfterwards(),
  );

/** Starts background work. A server-rendered page is hydrated first. */
async function begin(): Promise<void> {
  if (block) await idle();
  void startSession();
  void startBackground();
  if (block) await idle();
  if (document.readyState === 'complete') void beginAfterwards();
  else addEventListener('load', () => void beginAfterwards());
}

async function start(): Promise<void> {
  try {
    await show();
  } finally {
    await begin();
  }
}

watchFaults();
watchStaleChunks();
void start();
