import { type Followed, listFollowing, maxFollows } from '#contract/follows.ts';
import { following, followingOf, isSame, saveFollowing } from '#src/cache/values/following.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

/** Milliseconds for which the list counts as fresh: local changes apply at once, and changes elsewhere are rare. */
const freshForMs = 300_000;
const pageLength = 50;

const all = defineQuery({
  name: 'following',
  endpoint: listFollowing,
  read: async ({ user, view }) => withSavedAt(await view.get(following, 'all'), await followingOf(user.id)),
  fetch: async (ask) => {
    const items: Followed[] = [];
    for (let cursor: string | undefined; items.length < maxFollows; ) {
      const page = await ask({ limit: pageLength, cursor });
      items.push(...page.items);
      if (!page.next) break;
      cursor = page.next;
    }
    return items;
  },
  save: (items, _, userId) => saveFollowing(userId, items),
  isEnough: ({ savedAt }) => savedAt !== null && Math.abs(serverNow() - savedAt) < freshForMs,
});

const { isEnough: _, ...listed } = all;

/** The same for the page of the list, which always asks: another device may have changed it. */
export const useListedFollowing = (): Read<Followed[]> => useQuery(listed);

/** The things that the member follows, also without signal. */
export const useFollowing = (): Read<Followed[]> => useQuery(all);

/** Whether the member follows something. */
export const useIsFollowed = (thing: Pick<Followed, 'kind' | 'key'>): boolean =>
  useFollowing().data?.some((one) => isSame(one, thing)) ?? false;
