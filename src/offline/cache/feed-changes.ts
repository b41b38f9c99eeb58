import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { type FeedCard, type FeedKey, feeds } from './feeds.ts';
import { withItem, withoutItem } from './pages.ts';
import { keep } from './room.ts';

/** Replaces a bike in a kept list, or puts it at the top when it is newer than what is there. */
export const addToFeed = (key: FeedKey, card: BikeCard): Promise<void> =>
  keep(async () => {
    const kept = await feeds.get(key);
    if (!kept) return;
    const known = kept.items.some((one) => one.id === card.id);
    if (known || (card.publishedAt ?? '') >= (kept.items[0]?.publishedAt ?? '')) {
      await feeds.put({ ...kept, ...withItem(kept, card) });
    }
  });

/** Changes a bike in every kept list that shows it. Call it inside a transaction. */
export async function changeInFeeds(id: Id, change: (card: FeedCard) => FeedCard): Promise<void> {
  for (const feed of await feeds.all()) {
    const card = feed.items.find((one) => one.id === id);
    if (card) await feeds.put({ ...feed, ...withItem(feed, change(card)) });
  }
}

/** Takes a bike out of every kept list but its owner's own, which says how it stands. Call it inside a transaction. */
export async function leaveFeeds(id: Id): Promise<void> {
  for (const feed of await feeds.all()) {
    const shows = !feed.key.startsWith('own:') && feed.items.some((one) => one.id === id);
    if (shows) await feeds.put({ ...feed, ...withoutItem(feed, id) });
  }
}

/** Changes a bike in a member's own list, where it is known; null takes it out. Call it inside a transaction. */
export async function changeOwnCard(userId: Id, id: Id, change: (card: FeedCard) => FeedCard | null): Promise<void> {
  const feed = await feeds.get(`own:${userId}`);
  const card = feed?.items.find((one) => one.id === id);
  if (!feed || !card) return;
  const changed = change(card);
  await feeds.put({ ...feed, ...(changed ? withItem(feed, changed) : withoutItem(feed, id)) });
}
