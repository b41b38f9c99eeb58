import type { Work } from '#contract/challenge.ts';
import { Search } from './search.ts';

/** Milliseconds after which the page searches too: the worker's file may be slow to load. */
const fallbackAfterMs = 3_000;
/** Milliseconds of work on the page before it yields. */
const sliceMs = 10;
const triesAtOnce = 200;

/** Starts a worker for one challenge; null if the browser has no workers. */
export function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function searchInWorker(worker: Worker | null, work: Work): Promise<number | null> {
  return new Promise((resolve, reject) => {
    if (!worker) return reject(new Error('This browser has no worker.'));
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker cannot run.')));
    worker.postMessage(work);
  });
}

const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function searchOnPage(work: Work, stop: AbortSignal): Promise<number | null> {
  const search = new Search(work);
  while (!search.over && !stop.aborted) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      const found = search.look(triesAtOnce);
      if (found !== null) return found;
      if (search.over) return null;
    }
    await pause();
  }
  return null;
}

/**
 * Solves a challenge in a worker. Falls back to time slices on the page if the worker fails or is slow.
 * @returns null if there is no solution
 */
export async function solve(work: Work, worker: Worker | null): Promise<number | null> {
  const stop = new AbortController();
  const there = searchInWorker(worker, work);
  const broken = new Promise<void>((resolve) => void there.catch(() => resolve()));
  const here = Promise.race([pause(fallbackAfterMs), broken]).then(() => searchOnPage(work, stop.signal));
  try {
    return await Promise.any([there, here]);
  } finally {
    stop.abort();
  }
}
