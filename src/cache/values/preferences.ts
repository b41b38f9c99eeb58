import type { Id } from '#contract/ids.ts';
import type { ChosenPreferences } from '#contract/user-preferences.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptPreferences = { key: string; userId: Id; data: ChosenPreferences };

const key = 'preferences';
const lists = cacheTable<KeptPreferences>('lists', 'key');

/** What a member has chosen, as the site last told it; null where this device has not heard. */
export async function preferencesOf(userId: Id): Promise<ChosenPreferences | null> {
  const kept = await lists.get(key);
  return kept?.userId === userId ? kept.data : null;
}

/** Keeps what the site has of a member's preferences, unless something newer is known. */
export const savePreferences = (userId: Id, data: ChosenPreferences): Promise<void> =>
  keep(async () => {
    const known = await preferencesOf(userId);
    if (!known || known.version <= data.version) await lists.put({ key, userId, data });
  });
