import { settle } from './settle.ts';
import { isFull } from './storage-state.ts';

/** Frees space. Returns whether there was anything to free. */
export type Reclaimer = () => Promise<boolean>;

/** Milliseconds between retries after space was freed: a browser counts deleted bytes a little later. */
const retryDelaysMs = [0, 50, 200, 500, 1_500];

async function attempt<R>(work: () => Promise<R>): Promise<{ result: R } | { full: unknown }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!isFull(error)) throw error;
    return { full: error };
  }
}

/**
 * Runs `work`. On a full device it calls one reclaimer after another and retries after each.
 * @throws QuotaExceededError when there is still no space
 */
export async function withQuotaRetry<R>(work: () => Promise<R>, reclaimers: readonly Reclaimer[]): Promise<R> {
  let outcome = await attempt(work);
  for (const reclaim of reclaimers) {
    if ('result' in outcome || !(await reclaim())) continue;
    for (const delay of retryDelaysMs) {
      if ('result' in outcome) break;
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay)).then(settle);
      outcome = await attempt(work);
    }
  }
  if ('result' in outcome) return outcome.result;
  throw outcome.full;
}
