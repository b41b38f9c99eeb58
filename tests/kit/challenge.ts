import { type Challenge, workAnswer } from '#contract/challenge.ts';
import { Search } from '#src/api/challenge/search.ts';

/** `CHALLENGE` setting that makes solving trivial. */
export const easyWork = 'work:50';

/** Solves a challenge with the page's own code. */
export function solved(work: Challenge): string {
  if (work.kind !== 'work') throw new Error('A test cannot pass the check of a vendor.');
  const number = new Search(work).look(Number.POSITIVE_INFINITY);
  if (number === null) throw new Error('There is no answer to this challenge.');
  return workAnswer(work, number);
}
