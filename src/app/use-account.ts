import { useOutboxCounts } from '#src/features/outbox/outbox.queries.ts';
import { useIsVisitor } from '#src/queries/use-is-visitor.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Account } from './shell/account.ts';

/**
 * Returns the header's account: null for a visitor, undefined while only the cookie says that somebody is logged in.
 * @param unread number of unread messages
 */
export function useAccount(unread: number): Account | null | undefined {
  const { user } = useSession();
  const counts = useOutboxCounts();
  const isVisitor = useIsVisitor();
  if (user) return { username: user.username, avatar: user.avatar, unread, ...counts };
  return isVisitor ? null : undefined;
}
