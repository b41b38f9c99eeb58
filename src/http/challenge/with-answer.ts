import { type ChallengePurpose, getChallenge, workAnswer } from '#contract/challenge.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { call } from '../api.ts';
import { solve, startWorker } from './solver.ts';

/** Asks for a challenge and answers it. */
async function answerFor(purpose: ChallengePurpose): Promise<string> {
  // Its file is on its way while the challenge is.
  const worker = startWorker();
  try {
    const work = await call(getChallenge, { query: { for: purpose } });
    const number = await solve(work, worker);
    if (number === null) throw new ApiFailure('unexpected');
    return workAnswer(work, number);
  } finally {
    worker?.terminate();
  }
}

/**
 * Sends a call that wants the answer to a challenge, which is asked for now; once more with another where the first was
 * not good any more.
 * @throws ApiFailure
 */
export async function withAnswer<T>(
  { challenge }: { challenge: ChallengePurpose },
  send: (answer: string) => Promise<T>,
): Promise<T> {
  const answer = await answerFor(challenge);
  try {
    return await send(answer);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'challenge.failed')) throw error;
    return send(await answerFor(challenge));
  }
}
