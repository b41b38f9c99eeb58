import { settle } from './settle.ts';
import { isFull } from './storage-state.ts';

/** Something that can be given up for room; tells whether there was anything to give. */
export type Reclaimer = () => Promise<boolean>;

/** Milliseconds until it is tried again after something was given up: a browser counts deleted bytes a little later. */
const pauses = [0, 50, 200, 500, 1_500];

async function tried<R>(work: () => Promise<R>): Promise<{ result: R } | { full: unknown }> {
  try {
    return { result: await work() };
  } catch (error) {
    if (!isFull(error)) throw error;
    return { full: error };
  }
}

/**
 * Tries `work`, and on a full device again after each thing that is given up for it.
 * @throws what the browser says when there is no room even so
 */
export async function withQuotaRetry<R>(work: () => Promise<R>, gifts: readonly Reclaimer[]): Promise<R> {
  let outcome = await tried(work);
  for (const give of gifts) {
    if ('result' in outcome || !(await give())) continue;
    for (const pause of pauses) {
      if ('result' in outcome) break;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause)).then(settle);
      outcome = await tried(work);
    }
  }
  if ('result' in outcome) return outcome.result;
  throw outcome.full;
}
