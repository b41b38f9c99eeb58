import type { ProblemCode } from '#contract/problems.ts';
import { Problem, problems } from '#contract/problems.ts';
import { many, translate } from '#contract/texts.ts';

/** One use of a quota. */
export type QuotaUse = { at: Date; amount: number };

const day = 86_400_000;

/** Returns the time 24 hours before. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - day);

const tryAgain = (seconds: number): string =>
  seconds > 3600
    ? many(Math.ceil(seconds / 3600))`Try again in # hour.|Try again in # hours.`
    : many(Math.ceil(seconds / 60))`Try again in # minute.|Try again in # minutes.`;

/**
 * Throws if the uses of the last 24 hours reach the quota. It counts the stored items and not a counter, so that a
 * repeated request counts once.
 * @param used the uses within the last day, newest first
 * @throws the code, with a message that says when more is allowed, and `details.retryAfter` in seconds
 */
export function checkQuota(used: readonly QuotaUse[], max: number, code: ProblemCode, now: Date): void {
  let sum = 0;
  for (const { at, amount } of used) {
    sum += amount;
    if (sum < max) continue;
    const retryAfter = Math.max(1, Math.ceil((at.getTime() + day - now.getTime()) / 1000));
    const message = `${translate(problems[code].message)} ${tryAgain(retryAfter)}`;
    throw new Problem(code, { message, details: { retryAfter } });
  }
}
