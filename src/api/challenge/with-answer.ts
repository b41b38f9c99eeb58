import { type Challenge, type ChallengePurpose, checkFailed, getChallenge, workAnswer } from '#contract/challenge.ts';
import type { Query } from '#contract/endpoint.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { askForCheck } from '#src/lib/person-check.ts';
import { solve, startWorker } from './solver.ts';

async function checkedBy(vendor: string): Promise<string> {
  const token = await askForCheck(vendor);
  if (token !== null) return token;
  throw new ApiFailure('refused', { code: 'challenge.failed', status: 403, message: checkFailed });
}

/** Requests a challenge and returns its answer. */
async function answerTo(ask: () => Promise<Challenge>): Promise<string> {
  // The worker's file loads while the challenge is requested.
  const worker = startWorker();
  try {
    const challenge = await ask();
    if (challenge.kind === 'person') return await checkedBy(challenge.vendor);
    const number = await solve(challenge, worker);
    if (number === null) throw new ApiFailure('unexpected');
    return workAnswer(challenge, number);
  } finally {
    worker?.terminate();
  }
}

type Call = (endpoint: typeof getChallenge, options: { query: Query }) => Promise<Challenge>;

/**
 * Requests a challenge and sends its answer along. Retries once with a new challenge if the server no longer accepts
 * the first.
 * @throws ApiFailure
 */
export async function withAnswer<T>(
  call: Call,
  purpose: ChallengePurpose,
  send: (answer: string) => Promise<T>,
): Promise<T> {
  const ask = () => call(getChallenge, { query: { for: purpose } });
  const answer = await answerTo(ask);
  try {
    return await send(answer);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'challenge.failed')) throw error;
    return send(await answerTo(ask));
  }
}
