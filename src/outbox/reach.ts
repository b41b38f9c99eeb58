import type { AuthUser } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { appHeader, type Envelope } from '#contract/envelope.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { emitSessionNews } from '#src/lib/refresh.ts';
import { noteServerTime } from '#src/lib/server-time.ts';
import { markOffline, markOnline } from '#src/lib/signal.ts';
import { getMeta } from '#src/storage/user-db.ts';

const timeoutMs = 8_000;

/**
 * Sends a small request. Returns the response, or null when none of our server came. Records the state of the
 * connection.
 */
export async function reach(path: string, init: RequestInit = {}): Promise<Response | null> {
  const askedAt = performance.now();
  const answer = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => (response.headers.has(appHeader) ? response : null))
    .catch(() => null);
  if (answer) {
    markOnline(askedAt);
    noteServerTime(answer.headers.get('date'));
  } else markOffline();
  return answer;
}

/**
 * Whether our server answers. Called before mutations are sent, so that they stay untried and editable when offline.
 * The answer names the session's member: a member other than this device's is reported.
 */
export async function probe(): Promise<boolean> {
  const answer = await reach(pathOf(sessionCalls.validateToken, {}));
  const envelope = (await answer?.json().catch(() => null)) as Envelope<AuthUser | null> | null | undefined;
  if (!envelope?.successful) return false;
  const { data } = envelope;
  const here = await getMeta('authUser');
  if (data && here && data.id !== here.id) emitSessionNews('other-member');
  return true;
}
