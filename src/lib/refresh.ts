import { authCheckCookie, refreshTokens } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { appHeader, type Envelope, type WireError } from '#contract/envelope.ts';

/** `refused`: the server says that the session is over. `unavailable`: nobody knows. */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unavailable';

/** What tabs and the worker tell each other about the session. `other-member`: it is not whose the page thinks. */
export type SessionNews = 'signed-in' | 'signed-out' | 'ended' | 'other-member';

const timeLimit = 20_000;
/**
 * @param mark of the session that has ended; null where it is not known
 * @param elsewhere another tab or the worker tells it, perhaps long ago
 * @param why the session has ended, as the server says it
 */
type Listener = (news: SessionNews, mark: string | null, elsewhere: boolean, why?: WireError) => void;
type Told = { news: SessionNews; mark: string | null; why?: WireError };
const listeners = new Set<Listener>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('headbadge-session') : null;
channel?.addEventListener('message', ({ data }: MessageEvent<Told | SessionNews>) => {
  // A tab of an older build tells the news alone.
  const { news, mark, why }: Told = typeof data === 'string' ? { news: data, mark: null } : data;
  for (const listener of listeners) listener(news, mark, true, why);
});

/** Calls `listener` for news from here, from other tabs and from the worker; returns how to stop. */
export function onSessionNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells every tab, this one included. @param mark of the session that has ended @param why it has */
export function tellSessionNews(news: SessionNews, mark: string | null = null, why?: WireError): void {
  channel?.postMessage({ news, mark, why } satisfies Told);
  for (const listener of listeners) listener(news, mark, false, why);
}

/** The `auth-check` cookie: present while this device is logged in, and different after each refresh. */
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

/** Takes the mark off a page's device: a sign-out holds even where nothing else could be noted. */
export function dropSessionMark(): void {
  (globalThis as unknown as { document: { cookie: string } }).document.cookie =
    `${authCheckCookie}=; Max-Age=0; Path=/`;
}

const locked = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request('session-refresh', work) as Promise<T>) : work();

async function ask(): Promise<RefreshOutcome | WireError> {
  const response = await fetch(pathOf(refreshTokens, {}), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeLimit),
  });
  if (!response.headers.has(appHeader)) return 'unavailable';
  const answer = (await response.json()) as Envelope<unknown>;
  if (answer.successful) return 'refreshed';
  if (response.status !== 200 && response.status !== 401) return 'unavailable';
  return answer.error ?? 'refused';
}

/**
 * Renews the access token; one at a time over all tabs and the worker.
 * @param seen the session's mark when the request left that was answered 401: another mark means that somebody else
 * has renewed it since
 */
export function refreshSession(seen: string | null): Promise<RefreshOutcome> {
  return locked(async () => {
    const now = await sessionMark();
    if (now !== null && seen !== null && now !== seen) return 'refreshed';
    const answer = await ask().catch((): RefreshOutcome => 'unavailable');
    if (answer === 'refreshed' || answer === 'unavailable') return answer;
    const since = await sessionMark();
    // Somebody has logged in while the old session was refused.
    if (since !== null && since !== now) return 'refreshed';
    tellSessionNews('ended', now, answer === 'refused' ? undefined : answer);
    return 'refused';
  });
}
