import { authCheckCookie } from '#contract/auth.ts';
import { useOutboxCounts } from '#src/features/outbox/outbox.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { useBrowserFact } from '#src/ui/use-browser-fact.ts';
import type { Account } from './shell/account.ts';

const hasCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${authCheckCookie}=`));

/**
 * Whose header to draw: null for a visitor, undefined while only the cookie tells that there is somebody.
 * @param unread how many messages were not read
 */
export function useAccount(unread: number): Account | null | undefined {
  const { user, complete } = useSession();
  const counts = useOutboxCounts();
  const marked = useBrowserFact(hasCookie, false);
  if (user) return { username: user.username, avatar: user.avatar, unread, ...counts };
  return !complete && marked ? undefined : null;
}
