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

watchStaleChunks();
if (root && block) await hydrate(root, JSON.parse(block) as Given);
else if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
void startSession();
// What sends is no part of the first load: nothing is shown by it.
void import('./offline/triggers.ts').then(({ startTriggers }) => startTriggers());
const register = () => void import('./app/register-worker.ts').then(({ registerWorker }) => registerWorker());
if (document.readyState === 'complete') register();
else addEventListener('load', register);
