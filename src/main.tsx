import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { registerWorker } from './app/register-worker.ts';
import { watchStaleChunks } from './app/stale-chunks.ts';
import { startTriggers } from './offline/triggers.ts';
import { startSession } from './session/session.ts';

watchStaleChunks();
void startSession();
startTriggers();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
addEventListener('load', () => void registerWorker());
