import { type Challenge, workAnswer } from '#contract/challenge.ts';
import { problems } from '#contract/problems.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { askForCheck } from '#src/lib/person-check.ts';
import { solve, startWorker } from './solver.ts';

async function checkedBy(vendor: string): Promise<string> {
  const token = await askForCheck(vendor);
  if (token !== null) return token;
  const code = 'challenge.failed';
  throw new ApiFailure('refused', { code, ...problems[code] });
}

/** Asks for a challenge and answers it. */
async function answerTo(ask: () => Promise<Challenge>): Promise<string> {
  // Its file is on its way while the challenge is.
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

/**
 * Sends what wants the answer to a challenge, which is asked for now; once more with another where the first was not
 * good any more.
 * @throws ApiFailure
 */
export async function withAnswer<T>(ask: () => Promise<Challenge>, send: (answer: string) => Promise<T>): Promise<T> {
  const answer = await answerTo(ask);
  try {
    return await send(answer);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'challenge.failed')) throw error;
    return send(await answerTo(ask));
  }
}
