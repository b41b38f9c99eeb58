import { type BikeCard, ownBikes, popularBikes, recentBikes } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { listWinners, winnersShown } from '#contract/winners.ts';
import { withoutBlocked } from '#src/offline/blocked.ts';
import { keptBikeIds } from '#src/offline/cache/bikes.ts';
import { extendFeed, type FeedKey, feedOf, saveFeed } from '#src/offline/cache/feeds.ts';
import { nextOf } from '#src/offline/cache/pages.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayListed, overlayOwnBikes, overlayRecent, type ShownCard } from '#src/offline/writes/bike-overlay.ts';
import { type Opening, opening } from '#src/reading/given.ts';
import { useLive } from '#src/reading/live.queries.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** A list that can go on. */
export type Feed = {
  cards: ShownCard[];
  more: boolean;
  /** Whether bikes are left out because their owners are blocked. */
  hides?: boolean;
  loadMore: () => Promise<void>;
};

export type FeedCall = (cursor?: string) => Promise<Page<BikeCard>>;
type Overlay = typeof overlayRecent | typeof overlayListed;
type Part = { cards: ShownCard[]; next: string | null; hides?: boolean };
type FirstPage = Opening<Part>;

/** A list of bikes. @param first the call for the first page, where the site may be drawn with it */
export function useFeed(key: FeedKey | null, ask: FeedCall, overlay: Overlay, first?: FirstPage): Read<Feed> {
  const { user } = useSession();
  const read = useReading<Part>({
    name: 'feed',
    key,
    viewer: user,
    first,
    kept: async () => {
      const rows = user ? await rowsOf(user.id) : [];
      const feed = key && (await feedOf(key));
      const items = feed?.items ?? [];
      // What is asked for by whose it is shows all of theirs.
      const fit = key?.includes(':') ? items : await withoutBlocked(items, user?.id);
      const cards = overlay(fit, rows, user);
      const data =
        feed || cards.length > 0 ? { cards, next: feed ? nextOf(feed) : null, hides: fit.length < items.length } : null;
      return { data, savedAt: feed?.savedAt ?? null };
    },
    ask: async () => key && renew(ask, (page) => saveFeed(key, page)),
  });
  const next = read.data?.next ?? null;
  const loadMore = async () => {
    if (!key || !next) return;
    await renew(
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
export const shown = ({ items, next }: Page<BikeCard>) => ({ cards: overlayListed(items, []), next });
/** What of each list the home page shows. */
const choices = {
  recent: { limit: 12, perOwner: 3 },
  popular: { limit: 12, perOwner: 2 },
  // The newest stands above the last eight before it.
  winners: { limit: 1 + winnersShown },
} as const;

const askRecent: FeedCall = () => tracked('GetRecent', (call) => call(recentBikes, { query: choices.recent }));
const firstRecent = opening(recentBikes, { query: choices.recent }, shown);

/** The newest bikes, the member's own waiting ones at the top. */
export const useRecent = (): Read<Feed> => useFeed('recent', askRecent, overlayRecent, firstRecent);

const askPopular: FeedCall = () => tracked('GetPopular', (call) => call(popularBikes, { query: choices.popular }));
const firstPopular = opening(popularBikes, { query: choices.popular }, shown);

/** What members like these days. */
export const usePopular = (): Read<Feed> => useFeed('popular', askPopular, overlayListed, firstPopular);

const askWinners: FeedCall = () => tracked('GetWinners', (call) => call(listWinners, { query: choices.winners }));
const firstWinners = opening(listWinners, { query: choices.winners }, shown);

/** The bikes that won the last weeks, the latest first. */
export const useWinners = (): Read<Feed> => useFeed('winners', askWinners, overlayListed, firstWinners);

/** The member's own bikes, those that wait first. */
export function useOwnBikes(): Read<Feed> {
  const { user } = useSession();
  const as = user?.id ?? '';
  const ask: FeedCall = (cursor) => tracked('GetBikes', (call) => call(ownBikes, { query: { cursor }, as }));
  return useFeed(user && `own:${as}`, ask, overlayOwnBikes);
}

/** The ids of the bikes that open without signal: those get a tick. */
export const useKeptBikeIds = (): ReadonlySet<Id> =>
  useLive('kept', async () => new Set(await keptBikeIds()), []) ?? none;
const none: ReadonlySet<Id> = new Set();
