import { getListLike, type ListLikeState } from '#contract/lists.ts';
import { listLike, listLikeOf, saveListLike } from '#src/cache/values/list-likes.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

const like = defineQuery({
  name: 'list like',
  endpoint: getListLike,
  request: (shareId: string) => ({ params: { shareId } }),
  read: async ({ user, view }, shareId) => {
    const stored = await listLikeOf(user.id, shareId);
    const state = await view.get(listLike, shareId);
    return withSavedAt(state, stored);
  },
  save: (state, shareId, userId) => saveListLike(userId, shareId, state),
});

/** Whether the member likes a shared folder, with queued changes; null for visitors and while it is unknown. */
export const useListLike = (shareId: string): ListLikeState | null => useQuery(like, shareId).data;
