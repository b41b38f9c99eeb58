import { noNotice } from '#contract/bike-defaults.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { listRow } from '#src/cache/list-row.ts';
import { bikeOf, forgetBike, saveBike } from '#src/cache/values/bikes.ts';
import { changeFeed, changeFeeds, type FeedCard, type FeedKey, feedOf } from '#src/cache/values/feeds.ts';

/** Cached public bike by id; null if it is unknown or only its owner can see it. */
export const bikePage: Cached<Bike | null, Id> = {
  read: async (_, bikeId) => (await bikeOf(bikeId))?.bike ?? null,
  empty: () => null,
  change: async (_, bikeId, to, now) => {
    const bike = to((await bikeOf(bikeId))?.bike ?? null);
    if (bike?.status === 'Active') await saveBike(bike, now);
    else await forgetBike(bikeId);
  },
};

const ownRow = (userId: Id, bikeId: Id) => listRow<OwnBike>(`own-bike:${userId}:${bikeId}`);

/** Caches a bike that only its owner may see. */
export const saveOwnBike = (userId: Id, own: OwnBike, now?: number): Promise<void> =>
  ownRow(userId, own.bike.id).save(own, now);
export const ownBikeOf = (userId: Id, bikeId: Id) => ownRow(userId, bikeId).get();
export const forgetOwnBike = (userId: Id, bikeId: Id): Promise<void> => ownRow(userId, bikeId).remove();

/** Cached bike that only its owner can see, by id; null if there is none. */
export const ownBike: Cached<OwnBike | null, Id> = {
  read: async (userId, bikeId) => (await ownBikeOf(userId, bikeId))?.value ?? null,
  empty: () => null,
  change: async (userId, bikeId, to, now) => {
    const known = (await ownBikeOf(userId, bikeId))?.value ?? null;
    const own = to(known);
    if (own && own.bike.status !== 'Active') await saveOwnBike(userId, own, now);
    else await forgetOwnBike(userId, bikeId);
  },
};

/** Moderation notice of a bike when the server did not send one: the known one as long as the status is the same. */
export const noticeOf = (known: OwnBike | null, { status }: Bike): OwnBike['standing'] =>
  known?.bike.status === status ? known.standing : noNotice;

export const ownFeed: Cached<FeedCard[], 'all'> = {
  read: async (userId) => (await feedOf(`own:${userId}`))?.items ?? null,
  empty: () => [],
  change: (userId, _, to) => changeFeed(`own:${userId}`, to),
};

/** Cached bike lists by key, without the member's own list. */
export const feeds: Cached<FeedCard[], FeedKey> = {
  read: async (_, key) => (await feedOf(key))?.items ?? null,
  empty: () => [],
  change: (_, key, to) => changeFeed(key, to),
  changeAll: (_, to) => changeFeeds(to),
};
