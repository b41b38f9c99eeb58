import type { AuthUser } from '#contract/auth.ts';
import { type BikeCard, ownBikes, popularBikes, recentBikes } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { listWinners, winnersShown } from '#contract/winners.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { withoutBlocked } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { nextOf } from '#src/cache/pages.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { cachedBikeIds } from '#src/cache/values/bikes.ts';
import { extendFeed, type FeedCard, type FeedKey, feedOf, saveFeed } from '#src/cache/values/feeds.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { type InitialQuery, initialQuery } from '#src/queries/initial-data.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import * as cached from '../bikes.cache.ts';
import { plainly, type ShownCard, toldIn, withQueued } from '../shown-bike.ts';

/** Paged list of bikes. */
export type Feed = {
  cards: ShownCard[];
  more: boolean;
  /** Whether bikes of blocked owners are left out. */
  hides?: boolean;
  loadMore: () => Promise<void>;
};

export type FeedCall = (cursor?: string) => Promise<Page<BikeCard>>;
type Part = { cards: ShownCard[]; next: string | null; hides?: boolean };
type FirstPage = InitialQuery<Part>;

/** Returns the cards with queued changes applied, without those of blocked owners, and whether any were left out. */
async function found(
  key: FeedKey,
  items: readonly FeedCard[],
  user: AuthUser | null,
): Promise<{ cards: ShownCard[]; hides: boolean }> {
  const view = user && (await optimisticView(user.id, user));
  const isOwn = key.startsWith('own:');
  const queued = isOwn ? await view?.get(cached.ownFeed, 'all') : await view?.get(cached.feeds, key);
  const all = queued ?? items;
  // A list of one member's bikes shows all of them, even if they are blocked.
  const fit = key.includes(':') ? all : await withoutBlocked(all, user?.id);
  const listed = isOwn ? fit : await listedIn(view, fit);
  return { cards: listed.map((card) => withQueued(view, card, toldIn(key))), hides: fit.length < all.length };
}

/** Paged list of bikes. @param first the query for the first page, where SSR may have answered it */
export function useFeed(key: FeedKey | null, ask: FeedCall, first?: FirstPage): Read<Feed> {
  const { user } = useSession();
  const read = useCachedQuery<Part>({
    name: 'feed',
    key,
    viewer: user,
    first,
    select: async () => {
      const feed = key && (await feedOf(key));
      if (!key) return { data: null, savedAt: null };
      const { cards, hides } = await found(key, feed?.items ?? [], user);
      const data = feed || cards.length > 0 ? { cards, next: feed ? nextOf(feed) : null, hides } : null;
      return { data, savedAt: feed?.savedAt ?? null };
    },
    fetch: async () => key && fetchIntoCache(ask, (page) => saveFeed(key, page)),
  });
  const next = read.data?.next ?? null;
  const loadMore = async () => {
    if (!key || !next) return;
    await fetchIntoCache(
      () => ask(next),
      (page) => extendFeed(key, page),
    );
  };
  return {
    ...read,
    data: read.data && { ...read.data, more: next !== null, loadMore },
  };
}

/** Converts the first page as SSR answers it. */
export const shown = ({ items, next }: Page<BikeCard>) => ({
  cards: items.filter(({ status }) => status === 'Active').map(plainly),
  next,
});
/** Query of each list on the home page. */
const choices = {
  recent: { limit: 12, perOwner: 3 },
  popular: { limit: 12, perOwner: 2 },
  // The newest winner is shown above the eight before it.
  winners: { limit: 1 + winnersShown },
} as const;

const fetchRecent: FeedCall = () => runAction(recentBikes, { query: choices.recent });
const firstRecent = initialQuery(recentBikes, { query: choices.recent }, shown);

/** Newest bikes, with the member's queued ones on top. */
export const useRecent = (): Read<Feed> => useFeed('recent', fetchRecent, firstRecent);

const fetchPopular: FeedCall = () => runAction(popularBikes, { query: choices.popular });
const firstPopular = initialQuery(popularBikes, { query: choices.popular }, shown);

export const usePopular = (): Read<Feed> => useFeed('popular', fetchPopular, firstPopular);

const fetchWinners: FeedCall = () => runAction(listWinners, { query: choices.winners });
const firstWinners = initialQuery(listWinners, { query: choices.winners }, shown);

/** Bikes that won a week, latest first. */
export const useWinners = (): Read<Feed> => useFeed('winners', fetchWinners, firstWinners);

/** The member's own bikes, queued ones first. */
export function useOwnBikes(): Read<Feed> {
  const { user } = useSession();
  const as = user?.id ?? '';
  const ask: FeedCall = (cursor) => runAction(ownBikes, { query: { cursor }, as });
  return useFeed(user && `own:${as}`, ask);
}

/** Ids of the cached bikes, which open offline and get a tick. */
export const useCachedBikeIds = (): ReadonlySet<Id> =>
  useLive('kept', async () => new Set(await cachedBikeIds()), []) ?? none;
const none: ReadonlySet<Id> = new Set();
