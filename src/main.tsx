import './ui/tokens.css';
import './ui/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Given } from '#contract/drawing.ts';
import { App } from './app/app.tsx';
import { screenOf } from './app/screens.ts';
import { watchStaleChunks } from './app/stale-chunks.ts';
import { receiveGiven } from './ground/given.ts';
import { GivenContext } from './reading/given.ts';
import { startSession } from './session/session.ts';

const root = document.getElementById('root');
const block = document.getElementById('given')?.textContent;

/** Takes over the page that the server has drawn; it looks the same before and after. */
async function hydrate(page: HTMLElement, given: Given): Promise<void> {
  receiveGiven(given);
  await screenOf(location.pathname)?.prepare();
  startTransition(() => {
    hydrateRoot(
      page,
      <StrictMode>
        <GivenContext value={given}>
          <App />
        </GivenContext>
      </StrictMode>,
    );
  });
}

/** Shows the page. No module waits for it: the screens' own files are fetched meanwhile, and wait for this one. */
async function show(): Promise<void> {
  if (!root) return;
  if (block) return hydrate(root, JSON.parse(block) as Given);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Begins what nobody sees. */
async function begin(): Promise<void> {
  void startSession();
  // What sends is no part of the first load.
  const { startTriggers } = await import('./offline/triggers.ts');
  startTriggers();
}

const register = () => void import('./app/register-worker.ts').then(({ registerWorker }) => registerWorker());

watchStaleChunks();
void show().then(begin);
if (document.readyState === 'complete') register();
else addEventListener('load', register);
