import type { Id } from '#contract/ids.ts';
import { type ChosenPreferences, isChoice, type PreferenceName } from '#contract/user-preferences.ts';
import type { Cached, CacheReader } from '#src/cache/cached.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

type CachedPreferences = { key: string; userId: Id; data: ChosenPreferences };

const key = 'preferences';
const lists = cacheTable<CachedPreferences>('lists', 'key');

/** A member's preferences as the server last sent them; null if unknown. */
export async function preferencesOf(userId: Id): Promise<ChosenPreferences | null> {
  const cached = await lists.get(key);
  return cached?.userId === userId ? cached.data : null;
}

/** Caches a member's preferences, unless a newer version is cached. */
export const savePreferences = (userId: Id, data: ChosenPreferences): Promise<void> =>
  writeCache(async () => {
    const known = await preferencesOf(userId);
    if (!known || known.version <= data.version) await lists.put({ key, userId, data });
  });

/** A member's preferences, which apply on all their devices. */
export const preferences: Cached<ChosenPreferences, 'all'> = {
  read: (userId) => preferencesOf(userId),
  empty: () => ({ version: 0, chosen: {} }),
  change: async (userId, _, to) =>
    savePreferences(userId, to((await preferencesOf(userId)) ?? preferences.empty(userId))),
};

/** The chosen values by preference; a preference that was not chosen is absent. */
export type Chosen = { [Name in PreferenceName]?: string };

/** The chosen preferences, queued changes applied. Values that this build does not know are left out. */
export async function chosenIn(view: Pick<CacheReader, 'get'>): Promise<Chosen> {
  const all = Object.entries((await view.get(preferences, 'all'))?.chosen ?? {});
  return Object.fromEntries(all.flatMap(([name, { value }]) => (isChoice(name, value) ? [[name, value]] : [])));
}
