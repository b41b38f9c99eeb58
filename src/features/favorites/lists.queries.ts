import type { Id } from '#contract/ids.ts';
import { type ListCard, listBikeLists, searchLists } from '#contract/lists.ts';
import type { Page } from '#contract/paging.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { extendLists, listsOf, saveLists } from './lists.cache.ts';

type Lists = { lists: ListCard[]; loadMore: (() => Promise<void>) | null };

const read = async (name: string) => {
  const cached = await listsOf(name);
  return withSavedAt(cached?.page, cached);
};

const onBike = defineQuery({
  name: 'lists of a bike',
  endpoint: listBikeLists,
  request: (bikeId: Id) => ({ params: { bikeId } }),
  read: (_, bikeId) => read(bikeId),
  save: (page, bikeId) => saveLists(bikeId, page),
  extend: (page, bikeId) => extendLists(bikeId, page),
});

const found = defineQuery({
  name: 'lists found',
  endpoint: searchLists,
  request: (keywords: string) => ({ query: { keywords } }),
  read: (_, keywords) => read(`found:${keywords}`),
  save: (page, keywords) => saveLists(`found:${keywords}`, page),
  extend: (page, keywords) => extendLists(`found:${keywords}`, page),
});

/** Leaves out lists of members with whom there is a block. */
function useShown(page: Page<ListCard> | null, more: (query: { cursor: string }) => Promise<void>): Lists {
  const blocked = useBlocked();
  const next = page?.next;
  return {
    lists: (page?.items ?? []).filter(({ owner }) => !blocked.has(owner.id)),
    loadMore: next ? () => more({ cursor: next }) : null,
  };
}

/** Lists that hold a bike and are shown on its page, latest first. */
export function useBikeLists(bikeId: Id): Lists {
  const { data, more } = useQuery(onBike, bikeId);
  return useShown(data, more);
}

/** Lists whose names and texts have the words, latest first. */
export function useListsFound(keywords: string): Lists {
  const { data, more } = useQuery(found, keywords);
  return useShown(data, more);
}
