import type { Id } from '#contract/ids.ts';
import { type Country, listCountries, listRegions, type Region } from '#contract/places.ts';
import { getProfile, type Profile, type ProfilePart } from '#contract/profile.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { isReplaced } from '#src/outbox/outbox.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { type Waiting, waitingOf } from '#src/outbox/waiting.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { cachedCountries, cachedRegions, saveCountries, saveRegions } from './places.cache.ts';
import { ownProfile } from './profile.cache.ts';
import type { PictureName } from './profile.mutations.ts';
import { partOf, pictureOf } from './profile-parts.ts';
import { profileOf, saveProfile } from './stored-profile.ts';

/** Queued mutation of a part, with its state. */
export type WaitingPart = {
  row: QueuedMutation;
  waiting: Waiting;
  /** Mutation sent next: the picture's photo, or the mutation itself. */
  next: QueuedMutation;
};
/** The member's profile with queued changes, and as it is on the server. */
export type OwnProfile = {
  shown: Profile;
  site: Profile;
  waiting: Partial<Record<ProfilePart | PictureName, WaitingPart>>;
};

function waitingIn(rows: readonly QueuedMutation[]): OwnProfile['waiting'] {
  const found: OwnProfile['waiting'] = {};
  for (const row of rows) {
    const part = partOf(row) ?? pictureOf(row);
    if (!part || isReplaced(row, rows)) continue;
    const next = rows.find(({ id }) => row.dependsOn.includes(id)) ?? row;
    const { canCancel } = waitingOf(row, rows, definitionOf(row));
    found[part] = {
      row,
      next,
      waiting: { ...waitingOf(next, rows, definitionOf(next)), canCancel },
    };
  }
  return found;
}

export const useOwnProfile = (userId: Id): Read<OwnProfile> =>
  useCachedQuery({
    name: 'profile',
    key: userId,
    select: async () => {
      const view = await optimisticView(userId);
      const kept = await profileOf(userId);
      const site = kept?.profile;
      const shown = await view.get(ownProfile, 'all');
      const data = site && shown ? { shown, site, waiting: waitingIn(view.queued) } : null;
      return { data, savedAt: kept?.savedAt ?? null };
    },
    fetch: () =>
      fetchIntoCache(
        () => runAction(getProfile, { as: userId }),
        (profile) => saveProfile(userId, profile),
      ),
  });

/** Countries of the place picker. */
export const useCountries = (): Read<Country[]> =>
  useCachedQuery({
    name: 'countries',
    key: 'countries',
    select: async () => ({ data: await cachedCountries(), savedAt: null }),
    fetch: async () => saveCountries(await runAction(listCountries)),
  });

/** Regions of a country; empty without one. */
export const useRegions = (country: string): Read<Region[]> =>
  useCachedQuery({
    name: 'regions',
    key: country || null,
    select: async () => ({ data: country ? await cachedRegions(country) : [], savedAt: null }),
    fetch: async () => saveRegions(country, await runAction(listRegions, { query: { country } })),
  });
