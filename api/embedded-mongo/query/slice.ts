/** Work that gives way: whenever it yields, others may go before it goes on. */
export type Work<T> = Generator<undefined, T>;

/** As long as a piece of work keeps others waiting, in milliseconds. */
const sliceMs = 10;
/** As long as each gets, where many share a slice. */
const leastMs = 2;

let until = Number.POSITIVE_INFINITY;
let begun = 0;

/** Begins the time of those that run now. */
export function beginSlice(): void {
  until = performance.now() + sliceMs;
  begun++;
}

/** How many slices there were: where it is another number than before, others may have written. */
export const slices = (): number => begun;

/** Gives the next of them a little time, whatever the others have used. */
export function shareSlice(): void {
  until = Math.max(until, performance.now() + leastMs);
}

/** Whether it is time to give way. */
export const sliceIsOver = (): boolean => performance.now() >= until;

/** Gives way where it is time. Nothing may be open in the store. */
export function* giveWay(): Work<void> {
  if (sliceIsOver()) yield;
}

/** Does all of the work at once, with others waiting. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    beginSlice();
  }
}

/** All that is found, in its order; what is undefined asks to give way. */
export function* gather<T>(found: Iterable<T | undefined>): Work<T[]> {
  const out: T[] = [];
  for (const one of found)
    if (one === undefined) yield;
    else out.push(one);
  return out;
}
