import type { ProblemCode } from '#contract/problem-codes.ts';
import { Problem, problems } from '#contract/problems.ts';

/** What somebody has used, and when. */
export type QuotaUse = { at: Date; amount: number };

const day = 86_400_000;
const units: [name: string, seconds: number][] = [
  ['hour', 3600],
  ['minute', 60],
];

/** The beginning of the day that ends now. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - day);

function inWords(seconds: number): string {
  const [name, length] = units.find(([, length]) => seconds > length) ?? ['minute', 60];
  const count = Math.ceil(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * Refuses more than a day's allowance, counted from what is there and not by a counter: what arrives twice is one.
 * @param used within the last day, newest first
 * @throws the code, with a sentence that says when it goes on and `details.retryAfter` in seconds
 */
export function checkQuota(used: readonly QuotaUse[], most: number, code: ProblemCode, now: Date): void {
  let sum = 0;
  for (const { at, amount } of used) {
    sum += amount;
    if (sum < most) continue;
    const retryAfter = Math.max(1, Math.ceil((at.getTime() + day - now.getTime()) / 1000));
    const message = `${problems[code].message} You can go on in ${inWords(retryAfter)}.`;
    throw new Problem(code, { message, details: { retryAfter } });
  }
}
