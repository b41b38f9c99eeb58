import { getKeeping, type Keeping, type KeptList, listKeptLists } from '#contract/keepers.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { keepingOf, keepingState, keptLists, keptListsOf, saveKeeping, saveKeptLists } from './keepers.cache.ts';

const lists = defineQuery({
  name: 'kept lists',
  endpoint: listKeptLists,
  read: async ({ user, view }) => withSavedAt(await view.get(keptLists, 'all'), await keptListsOf(user.id)),
  save: (all, _, userId) => saveKeptLists(userId, all),
});

const keeping = defineQuery({
  name: 'keeping',
  endpoint: getKeeping,
  request: (shareId: string) => ({ params: { shareId } }),
  read: async ({ user, view }, shareId) =>
    withSavedAt(await view.get(keepingState, shareId), await keepingOf(user.id, shareId)),
  save: (known, shareId, userId) => saveKeeping(userId, shareId, known),
});

/** The lists of others that the member keeps or is invited to keep, with queued changes; empty while unknown. */
export const useKeptLists = (): KeptList[] => useQuery(lists).data ?? [];

/** The keepers of a list and what the member is to it, with queued changes. A null id reads nothing. */
export const useKeeping = (shareId: string | null): Read<Keeping> => useQuery(keeping, shareId);
