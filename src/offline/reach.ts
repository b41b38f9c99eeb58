import { validateToken } from '#contract/accounts.ts';
import { pathOf } from '#contract/endpoint.ts';
import { appHeader } from '#contract/envelope.ts';
import { noteAnswer, noteSilence } from '#src/ground/signal.ts';

const timeLimit = 8_000;

/** Asks the site a small thing; its answer, or null when none of ours came. Notes how the signal is. */
export async function reach(path: string, init: RequestInit = {}): Promise<Response | null> {
  const askedAt = performance.now();
  const answer = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(timeLimit) })
    .then((response) => (response.headers.has(appHeader) ? response : null))
    .catch(() => null);
  if (answer) noteAnswer(askedAt);
  else noteSilence();
  return answer;
}

/** Whether our server answers. Asked before rows are tried, so that without signal they stay untried and editable. */
export const probe = async (): Promise<boolean> => (await reach(pathOf(validateToken, {}))) !== null;
