import type { Id } from '#contract/ids.ts';
import type { Profile } from '#contract/profile.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** A member's own profile. Stored in the `marks` table, so that it is deleted with the member's viewer state. */
type StoredProfile = { key: string; userId: Id; bikeId: ''; profile: Profile; savedAt: number };

const table = cacheTable<StoredProfile>('marks', 'key');
const keyOf = (userId: Id) => `${userId}:profile`;

/** A member's profile as the server last sent it. */
export const profileOf = (userId: Id): Promise<StoredProfile | undefined> => table.get(keyOf(userId));

export const saveProfile = (userId: Id, profile: Profile, now = serverNow()): Promise<void> =>
  writeCache(() => table.put({ key: keyOf(userId), userId, bikeId: '', profile, savedAt: now }));

/** The member's cached profile; null if there is none. */
export const ownProfile: Cached<Profile | null, 'all'> = {
  read: async (userId) => (await profileOf(userId))?.profile ?? null,
  empty: () => null,
  change: async (userId, _, to, now) => {
    const changed = to((await profileOf(userId))?.profile ?? null);
    if (changed) await saveProfile(userId, changed, now);
  },
};
