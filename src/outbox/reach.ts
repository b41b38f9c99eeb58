import { type AuthUser, validateToken } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { appHeader, type Envelope } from '#contract/envelope.ts';
import { tellSessionNews } from '#src/lib/refresh.ts';
import { noteAnswer, noteSilence } from '#src/lib/signal.ts';
import { getMeta } from '#src/storage/user-db.ts';

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

/**
 * Whether our server answers. Asked before rows are tried, so that without signal they stay untried and editable. The
 * answer says whose the session is: that of another member than this device knows is news.
 */
export async function probe(): Promise<boolean> {
  const answer = await reach(pathOf(validateToken, {}));
  const envelope = (await answer?.json().catch(() => null)) as Envelope<AuthUser | null> | null | undefined;
  if (!envelope?.successful) return false;
  const { data } = envelope;
  const here = await getMeta('authUser');
  if (data && here && data.id !== here.id) tellSessionNews('other-member');
  return true;
}
