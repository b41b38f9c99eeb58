import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { type FeedKey, feeds } from './feeds.ts';
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

/** Changes a bike in every kept list that shows it; null takes it out. Call it inside a transaction. */
export async function changeInFeeds(id: Id, change: ((card: BikeCard) => BikeCard) | null): Promise<void> {
  for (const feed of await feeds.all()) {
    const card = feed.items.find((one) => one.id === id);
    if (card) await feeds.put({ ...feed, ...(change ? withItem(feed, change(card)) : withoutItem(feed, id)) });
  }
}
