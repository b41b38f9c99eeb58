import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** Milliseconds: the page that has just been opened comes first. */
const delayMs = 3_000;

type Task = () => Promise<void>;

const runInSequence = async (tasks: readonly Task[]) => {
  for (const task of tasks) await task().catch(() => undefined);
};

/**
 * Repairs the caches once per worker start, after a page was opened. Call it before adding any fetch handler that
 * responds: listeners added after it do not get the event.
 */
export function repairWhenQuiet(...tasks: Task[]): void {
  let started = false;
  self.addEventListener('fetch', (event) => {
    if (started || event.request.mode !== 'navigate') return;
    started = true;
    event.waitUntil(new Promise<void>((resolve) => setTimeout(resolve, delayMs)).then(() => runInSequence(tasks)));
  });
}

/** Repairs the caches when this version of the worker activates. */
export const repairWhenActivated = (...tasks: Task[]): void =>
  self.addEventListener('activate', (event) => event.waitUntil(runInSequence(tasks)));
