import type * as v from 'valibot';
import type { BikeCard, listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { callOf, type Endpoint, type Query } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { winnersShown } from '#contract/list-sizes.ts';
import type { Page } from '#contract/paging.ts';
import type { listWinners } from '#contract/winners.ts';
import { nextOf } from '#src/cache/pages.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { cachedBikeIds } from '#src/cache/values/bikes.ts';
import { extendFeed, type FeedCard, type FeedKey, feedOf, saveFeed } from '#src/cache/values/feeds.ts';
import { withoutBlocked } from '#src/features/blocks/blocked.ts';
import { defineQuery, type MemberView, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { type Cached, withSavedAt } from '#src/queries/use-cached-query.ts';
import * as cached from '../bikes.cache.ts';
import { plainly, type ShownCard, shownIn, withQueued } from '../shown-bike.ts';

/** Paged list of bikes. */
export type Feed = {
  cards: ShownCard[];
  more: boolean;
  /** Whether bikes of blocked owners are left out. */
  hides?: boolean;
  loadMore: () => Promise<void>;
};

type Part = { cards: ShownCard[]; next: string | null; hides?: boolean };
type ListEndpoint = Endpoint<'GET', string, { reply: v.GenericSchema<unknown, Page<BikeCard>> }>;

/** Returns the cards with queued changes applied, without those of blocked owners, and whether any were left out. */
async function cardsIn(
  key: FeedKey,
  items: readonly FeedCard[],
  member: MemberView | null,
): Promise<{ cards: ShownCard[]; hides: boolean }> {
  const view = member?.view ?? null;
  const isOwn = key.startsWith('own:');
  const queued = isOwn ? await view?.get(cached.ownFeed, 'all') : await view?.get(cached.feeds, key);
  const all = queued ?? items;
  // A list of one member's bikes shows all of them, even if they are blocked.
  const fit = key.includes(':') ? all : await withoutBlocked(all, member?.user.id);
  const listed = isOwn ? fit : await listedIn(view, fit);
  return { cards: listed.map((card) => withQueued(view, card, shownIn(key))), hides: fit.length < all.length };
}

/** Defines a paged list of bikes. `keyOf` gets the subject and the viewer's id. */
export const defineFeed = <Subject = undefined>(
  endpoint: ListEndpoint,
  keyOf: (subject: Subject, userId: Id) => FeedKey,
  request: (subject: Subject) => { params?: Record<string, string>; query?: Query } = () => ({}),
) =>
  defineQuery({
    name: 'feed',
    endpoint,
    key: (subject: Subject) => keyOf(subject, ''),
    request,
    read: async (member, subject): Promise<Cached<Part>> => {
      const key = keyOf(subject, member?.user.id ?? '');
      const feed = await feedOf(key);
      const { cards, hides } = await cardsIn(key, feed?.items ?? [], member);
      const next = feed ? nextOf(feed) : null;
      return withSavedAt(feed || cards.length > 0 ? { cards, next, hides } : null, feed);
    },
    initial: ({ items, next }): Part => ({
      cards: items.filter(({ status }) => status === 'Active').map(plainly),
      next,
    }),
    save: (page, subject, userId) => saveFeed(keyOf(subject, userId), page),
    extend: (page, subject, userId) => extendFeed(keyOf(subject, userId), page),
  });

/** Reads a list of bikes. */
export function useFeed<Subject>(
  ...feed: Parameters<typeof useQuery<ListEndpoint, Part, Subject, Page<BikeCard>>>
): Read<Feed> {
  const { more, ...read } = useQuery(...feed);
  const next = read.data?.next;
  const loadMore = async () => (next ? more({ cursor: next }) : undefined);
  return { ...read, data: read.data && { ...read.data, more: Boolean(next), loadMore } };
}

export const recent = defineFeed(
  callOf<typeof listRecentBikes>('GET', '/bikes/recent', 'GetRecent'),
  () => 'recent',
  () => ({ query: { limit: 12, perOwner: 3 } }),
);

/** Newest bikes, with the member's queued ones on top. */
export const useRecent = (): Read<Feed> => useFeed(recent);

export const popular = defineFeed(
  callOf<typeof listPopularBikes>('GET', '/bikes/popular', 'GetPopular'),
  () => 'popular',
  () => ({ query: { limit: 12, perOwner: 2 } }),
);

export const usePopular = (): Read<Feed> => useFeed(popular);

// The newest winner is shown above the eight before it.
export const winners = defineFeed(
  callOf<typeof listWinners>('GET', '/bikes/winners', 'GetWinners'),
  () => 'winners',
  () => ({ query: { limit: 1 + winnersShown } }),
);

/** Bikes that won a week, latest first. */
export const useWinners = (): Read<Feed> => useFeed(winners);

const own = defineFeed(callOf<typeof listOwnBikes>('GET', '/user/bikes', 'GetBikes'), (_, userId) => `own:${userId}`);

/** The member's own bikes, queued ones first. */
export const useOwnBikes = (): Read<Feed> => useFeed(own);

/** Ids of the cached bikes, which open offline and get a tick. */
export const useCachedBikeIds = (): ReadonlySet<Id> =>
  useLive('cached', async () => new Set(await cachedBikeIds()), []) ?? none;
const none: ReadonlySet<Id> = new Set();
