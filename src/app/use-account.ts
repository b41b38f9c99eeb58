import { authCheckCookie } from '#contract/auth.ts';
import { useOutboxCounts } from '#src/features/outbox/outbox.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { useBrowserFact } from '#src/ui/use-browser-fact.ts';
import type { Account } from './shell/account.ts';

const hasCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${authCheckCookie}=`));

/**
 * Returns the header's account: null for a visitor, undefined while only the cookie says that somebody is logged in.
 * @param unread number of unread messages
 */
export function useAccount(unread: number): Account | null | undefined {
  const { user, complete } = useSession();
  const counts = useOutboxCounts();
  const marked = useBrowserFact(hasCookie, false);
  if (user) return { ...user, operator: user.operator ?? false, unread, ...counts };
  return !complete && marked ? undefined : null;
}
