import type { Id } from '#contract/ids.ts';
import type { ChosenPreferences } from '#contract/user-preferences.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptPreferences = { key: string; userId: Id; data: ChosenPreferences };

const key = 'preferences';
const lists = cacheTable<KeptPreferences>('lists', 'key');

/** A member's preferences as the server last sent them; null if unknown. */
export async function preferencesOf(userId: Id): Promise<ChosenPreferences | null> {
  const cached = await lists.get(key);
  return cached?.userId === userId ? cached.data : null;
}

/** Caches a member's preferences, unless a newer version is cached. */
export const savePreferences = (userId: Id, data: ChosenPreferences): Promise<void> =>
  keep(async () => {
    const known = await preferencesOf(userId);
    if (!known || known.version <= data.version) await lists.put({ key, userId, data });
  });
