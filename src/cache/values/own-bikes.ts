import type { OwnBike } from '#contract/bike-status.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptOwn = { key: string; value: OwnBike; savedAt: number };

const prefix = 'own-bike:';
const lists = cacheTable<KeptOwn>('lists', 'key');
const keyOf = (userId: Id, bikeId: Id) => `${prefix}${userId}:${bikeId}`;

/** Caches a bike that only its owner may see. */
export const saveOwnBike = (userId: Id, value: OwnBike, now = Date.now()): Promise<void> =>
  keep(() => lists.put({ key: keyOf(userId, value.bike.id), value, savedAt: now }));
export const ownBikeOf = (userId: Id, bikeId: Id): Promise<KeptOwn | undefined> => lists.get(keyOf(userId, bikeId));
export const forgetOwnBike = (userId: Id, bikeId: Id): Promise<void> => keep(() => lists.remove(keyOf(userId, bikeId)));

/** Deletes the hidden bikes of every member. */
export const forgetOwnBikes = (): Promise<void> =>
  keep(async () => lists.remove(...(await lists.keys()).filter((key) => key.startsWith(prefix))));
