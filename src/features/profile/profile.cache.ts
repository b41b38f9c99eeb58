import type { Profile } from '#contract/profile.ts';
import type { Cached } from '#src/cache/cached.ts';
import { profileOf, saveProfile } from './stored-profile.ts';

/** The member's cached profile; null if there is none. */
export const ownProfile: Cached<Profile | null, 'all'> = {
  read: async (userId) => (await profileOf(userId))?.profile ?? null,
  empty: () => null,
  change: async (userId, _, to, now) => {
    const changed = to((await profileOf(userId))?.profile ?? null);
    if (changed) await saveProfile(userId, changed, now);
  },
};
