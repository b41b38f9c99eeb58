import type { Id } from '#contract/ids.ts';
import type { MemberList } from '#src/cache/values/member-lists.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { refreshMemberList } from '#src/queries/refresh-member-list.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';

const none: ReadonlySet<Id> = new Set();

interface ListOfMembers {
  /** Unique name of the query. */
  name: string;
  list: MemberList;
  /** Fetches the whole list. */
  ask: (userId: Id) => Promise<Id[]>;
}

/** Ids on the viewer's list of other members, queued mutations applied; empty while loading and for visitors. */
export function useMemberList({ name, list, ask }: ListOfMembers): ReadonlySet<Id> {
  const { user } = useSession();
  const userId = user?.id ?? null;
  useRefreshed(userId, async () => {
    if (userId) await refreshMemberList(userId, list, ask);
  });
  const ids = useLive(name, async () => {
    if (!userId) return none;
    return new Set(await (await optimisticView(userId)).read(list.ids, 'all'));
  }, [userId]);
  return ids ?? none;
}
