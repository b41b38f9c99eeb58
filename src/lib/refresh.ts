import { pathOf } from '#contract/endpoint.ts';
import { appHeader, type Envelope, type WireError } from '#contract/envelope.ts';
import { authCheckCookie, sessionCalls } from '#contract/session-calls.ts';

/** `refused`: the server ended the session. `unavailable`: the server could not be asked. */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unavailable';

/** Session events between tabs and the worker. `other-member`: another member is logged in than the page shows. */
export type SessionNews = 'signed-in' | 'signed-out' | 'ended' | 'other-member';

const timeoutMs = 20_000;
/**
 * @param mark the mark of the ended session; null if unknown
 * @param elsewhere whether another tab or the worker sent the event, perhaps long ago
 * @param why the server's reason for ending the session
 */
type Listener = (news: SessionNews, mark: string | null, elsewhere: boolean, why?: WireError) => void;
type SessionMessage = { news: SessionNews; mark: string | null; why?: WireError };
const listeners = new Set<Listener>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('headbadge-session') : null;
channel?.addEventListener('message', ({ data }: MessageEvent<SessionMessage | SessionNews>) => {
  // A tab with an older build sends the event name alone.
  const { news, mark, why }: SessionMessage = typeof data === 'string' ? { news: data, mark: null } : data;
  for (const listener of listeners) listener(news, mark, true, why);
});

/** Subscribes to session events of this tab, other tabs and the worker. Returns the unsubscribe function. */
export function onSessionNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends a session event to every tab, including this one.
 * @param mark the mark of the ended session
 * @param why the server's reason for ending it
 */
export function emitSessionNews(news: SessionNews, mark: string | null = null, why?: WireError): void {
  channel?.postMessage({ news, mark, why } satisfies SessionMessage);
  for (const listener of listeners) listener(news, mark, false, why);
}

/** Returns the `auth-check` cookie: present while this device is logged in, changed by each refresh. */
export async function sessionMark(): Promise<string | null> {
  if ('document' in globalThis) {
    const cookies = (globalThis as unknown as { document: { cookie: string } }).document.cookie;
    const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${authCheckCookie}=`));
    return found?.slice(authCheckCookie.length + 1) || null;
  }
  if (!('cookieStore' in globalThis)) return null;
  const cookie = await (globalThis as unknown as { cookieStore: CookieStore }).cookieStore.get(authCheckCookie);
  return cookie?.value || null;
}

/** Deletes the `auth-check` cookie, so that a sign-out holds even if nothing else can be stored. */
export function dropSessionMark(): void {
  (globalThis as unknown as { document: { cookie: string } }).document.cookie =
    `${authCheckCookie}=; Max-Age=0; Path=/`;
}

const locked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('session-refresh', work) as Promise<T>) : work();

async function requestRefresh(): Promise<RefreshOutcome | WireError> {
  const response = await fetch(pathOf(sessionCalls.refreshTokens, {}), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.headers.has(appHeader)) return 'unavailable';
  const answer = (await response.json()) as Envelope<unknown>;
  if (answer.successful) return 'refreshed';
  if (response.status !== 200 && response.status !== 401) return 'unavailable';
  return answer.error ?? 'refused';
}

/**
 * Refreshes the access token; single flight over all tabs and the worker, by a Web Lock.
 * @param seen the session's mark when the request that got the 401 was sent; another mark now means that the token was
 * refreshed meanwhile
 */
export function refreshSession(seen: string | null): Promise<RefreshOutcome> {
  return locked(async () => {
    const now = await sessionMark();
    if (now !== null && seen !== null && now !== seen) return 'refreshed';
    const answer = await requestRefresh().catch((): RefreshOutcome => 'unavailable');
    if (answer === 'refreshed' || answer === 'unavailable') return answer;
    const since = await sessionMark();
    // Somebody has logged in while the old session was refused.
    if (since !== null && since !== now) return 'refreshed';
    emitSessionNews('ended', now, answer === 'refused' ? undefined : answer);
    return 'refused';
  });
}
