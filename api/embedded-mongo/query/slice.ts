/** Cooperative work: whenever it yields, other commands may run before it continues. */
export type Work<T> = Generator<undefined, T>;

/** Maximum time that a piece of work blocks others, in milliseconds. */
const sliceMs = 10;
/** Minimum time for each, if several share a slice. */
const minMs = 2;

let until = Number.POSITIVE_INFINITY;
let begun = 0;

/** Starts a time slice. */
export function beginSlice(): void {
  until = performance.now() + sliceMs;
  begun++;
}

/** The number of slices so far. If it has changed, others may have written. */
export const slices = (): number => begun;

/** Gives the next piece of work a minimum of time, whatever the others have used. */
export function shareSlice(): void {
  until = Math.max(until, performance.now() + minMs);
}

/** Whether it is time to yield. */
export const sliceIsOver = (): boolean => performance.now() >= until;

/** Yields if the time slice is over. No statement may be open in the store. */
export function* giveWay(): Work<void> {
  if (sliceIsOver()) yield;
}

/** Runs work to its end without yielding to others. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    beginSlice();
  }
}

/** Collects the items in order; undefined passes on a request to yield. */
export function* gather<T>(found: Iterable<T | undefined>): Work<T[]> {
  const out: T[] = [];
  for (const one of found)
    if (one === undefined) yield;
    else out.push(one);
  return out;
}
