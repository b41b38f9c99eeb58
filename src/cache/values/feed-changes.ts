import type { Id } from '#contract/ids.ts';
import { changed, withoutItem } from '#src/cache/pages.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { type FeedCard, type FeedKey, feeds } from './feeds.ts';

const isOwn = (key: FeedKey): boolean => key.startsWith('own:');

/** Changes the cards of a cached feed. */
export const changeFeed = (key: FeedKey, to: (cards: FeedCard[]) => FeedCard[]): Promise<void> =>
  keep(async () => {
    const cached = await feeds.get(key);
    if (cached) await feeds.put({ ...cached, ...changed(cached, to) });
  });

/** Changes the cards of every cached feed except members' own bikes. */
export const changeFeeds = (to: (cards: FeedCard[]) => FeedCard[]): Promise<void> =>
  keep(async () => {
    for (const feed of await feeds.all()) {
      if (isOwn(feed.key)) continue;
      const after = changed(feed, to);
      if (after.items.some((card, at) => card !== feed.items[at])) await feeds.put({ ...feed, ...after });
    }
  });

/** Changes a bike in every cached feed that shows it. Call it inside a transaction. */
export async function changeInFeeds(id: Id, change: (card: FeedCard) => FeedCard): Promise<void> {
  for (const feed of await feeds.all()) {
    const shows = feed.items.some((one) => one.id === id);
    if (shows) await feeds.put({ ...feed, items: feed.items.map((one) => (one.id === id ? change(one) : one)) });
  }
}

/** Removes a bike from every cached feed but its owner's own, which shows its status. Call it inside a transaction. */
export async function leaveFeeds(id: Id): Promise<void> {
  for (const feed of await feeds.all()) {
    const shows = !isOwn(feed.key) && feed.items.some((one) => one.id === id);
    if (shows) await feeds.put({ ...feed, ...withoutItem(feed, id) });
  }
}
