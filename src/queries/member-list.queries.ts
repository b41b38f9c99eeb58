import type { Id } from '#contract/ids.ts';
import type { MemberList } from '#src/cache/values/member-lists.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { useSession } from '#src/session/use-session.ts';
import { useLive } from './live.queries.ts';
import { renewMemberList } from './renew-member-list.ts';
import { useRefreshed } from './use-refreshed.ts';

const none: ReadonlySet<Id> = new Set();

interface ListOfMembers {
  /** Of the query, which is no other's. */
  name: string;
  list: MemberList;
  /** Asks the site for all of it. */
  ask: (userId: Id) => Promise<Id[]>;
}

/** The viewer's own list of other members, with what waits; nobody while that is read, and for visitors. */
export function useMemberList({ name, list, ask }: ListOfMembers): ReadonlySet<Id> {
  const { user } = useSession();
  const userId = user?.id ?? null;
  useRefreshed(userId, async () => {
    if (userId) await renewMemberList(userId, list, ask);
  });
  const kept = useLive(name, async () => {
    if (!userId) return none;
    return new Set(await (await optimisticView(userId)).read(list.ids, 'all'));
  }, [userId]);
  return kept ?? none;
}
