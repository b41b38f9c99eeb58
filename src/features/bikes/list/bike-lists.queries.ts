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
import { keptBikeIds } from '#src/cache/values/bikes.ts';
import { extendFeed, type FeedCard, type FeedKey, feedOf, saveFeed } from '#src/cache/values/feeds.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { type InitialQuery, initialQuery } from '#src/queries/initial-data.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import * as cached from '../bikes.cache.ts';
import { plainly, type ShownCard, toldIn, withQueued } from '../shown-bike.ts';

/** A list that can go on. */
export type Feed = {
  cards: ShownCard[];
  more: boolean;
  /** Whether bikes are left out because their owners are blocked. */
  hides?: boolean;
  loadMore: () => Promise<void>;
};

export type FeedCall = (cursor?: string) => Promise<Page<BikeCard>>;
type Part = { cards: ShownCard[]; next: string | null; hides?: boolean };
type FirstPage = InitialQuery<Part>;

/** The bikes of a list as its viewer finds them, and how many are left out because their owners are blocked. */
async function found(
  key: FeedKey,
  items: readonly FeedCard[],
  user: AuthUser | null,
): Promise<{ cards: ShownCard[]; hides: boolean }> {
  const view = user && (await optimisticView(user.id, user));
  const isOwn = key.startsWith('own:');
  const queued = isOwn ? await view?.get(cached.ownFeed, 'all') : await view?.get(cached.feeds, key);
  const all = queued ?? items;
  // A list that is asked for by whose it is shows all of theirs.
  const fit = key.includes(':') ? all : await withoutBlocked(all, user?.id);
  const listed = isOwn ? fit : await listedIn(view, fit);
  return { cards: listed.map((card) => withQueued(view, card, toldIn(key))), hides: fit.length < all.length };
}

/** A list of bikes. @param first the call for the first page, where the site may be drawn with it */
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

/** What the first page shows where the site was drawn with it. */
export const shown = ({ items, next }: Page<BikeCard>) => ({
  cards: items.filter(({ status }) => status === 'Active').map(plainly),
  next,
});
/** What of each list the home page shows. */
const choices = {
  recent: { limit: 12, perOwner: 3 },
  popular: { limit: 12, perOwner: 2 },
  // The newest stands above the last eight before it.
  winners: { limit: 1 + winnersShown },
} as const;

const askRecent: FeedCall = () => runAction('GetRecent', (call) => call(recentBikes, { query: choices.recent }));
const firstRecent = initialQuery(recentBikes, { query: choices.recent }, shown);

/** The newest bikes, the member's own waiting ones at the top. */
export const useRecent = (): Read<Feed> => useFeed('recent', askRecent, firstRecent);

const askPopular: FeedCall = () => runAction('GetPopular', (call) => call(popularBikes, { query: choices.popular }));
const firstPopular = initialQuery(popularBikes, { query: choices.popular }, shown);

/** What members like these days. */
export const usePopular = (): Read<Feed> => useFeed('popular', askPopular, firstPopular);

const askWinners: FeedCall = () => runAction('GetWinners', (call) => call(listWinners, { query: choices.winners }));
const firstWinners = initialQuery(listWinners, { query: choices.winners }, shown);

/** The bikes that won the last weeks, the latest first. */
export const useWinners = (): Read<Feed> => useFeed('winners', askWinners, firstWinners);

/** The member's own bikes, those that wait first. */
export function useOwnBikes(): Read<Feed> {
  const { user } = useSession();
  const as = user?.id ?? '';
  const ask: FeedCall = (cursor) => runAction('GetBikes', (call) => call(ownBikes, { query: { cursor }, as }));
  return useFeed(user && `own:${as}`, ask);
}

/** The ids of the bikes that open without signal: those get a tick. */
export const useKeptBikeIds = (): ReadonlySet<Id> =>
  useLive('kept', async () => new Set(await keptBikeIds()), []) ?? none;
const none: ReadonlySet<Id> = new Set();
