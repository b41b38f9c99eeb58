import { type Country, listCountries, listRegions, type Region } from '#contract/places.ts';
import { getProfile, type Profile, type ProfilePart } from '#contract/profile.ts';
import { listRow } from '#src/cache/list-row.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { replacedOf } from '#src/outbox/outbox.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { type Waiting, waitingOf } from '#src/outbox/waiting.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { type Cached, withSavedAt } from '#src/queries/use-cached-query.ts';
import { ownProfile, profileOf, saveProfile } from './profile.cache.ts';
import type { PictureName } from './profile.mutations.ts';
import { partOf, pictureOf } from './profile-parts.ts';

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
  const replaced = replacedOf(rows);
  for (const row of rows) {
    const part = partOf(row) ?? pictureOf(row);
    if (!part || replaced.has(row.id)) continue;
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

const profile = defineQuery({
  name: 'profile',
  endpoint: getProfile,
  read: async ({ user, view }): Promise<Cached<OwnProfile>> => {
    const cached = await profileOf(user.id);
    const site = cached?.profile;
    const shown = await view.get(ownProfile, 'all');
    return withSavedAt(site && shown && { shown, site, waiting: waitingIn(view.queued) }, cached);
  },
  save: (answer, _, userId) => saveProfile(userId, answer),
});

/** The member's own profile. */
export const useOwnProfile = (): Read<OwnProfile> => useQuery(profile);

const countryRow = listRow<Country[]>('countries');
const regionRow = (country: string) => listRow<Region[]>(`regions:${country}`);

const countries = defineQuery({
  name: 'countries',
  endpoint: listCountries,
  read: async () => withSavedAt((await countryRow.get())?.value),
  save: (all) => countryRow.save(all),
});

/** Countries of the place picker. */
export const useCountries = (): Read<Country[]> => useQuery(countries);

const regions = defineQuery({
  name: 'regions',
  endpoint: listRegions,
  request: (country: string) => ({ query: { country } }),
  read: async (_, country) => withSavedAt((await regionRow(country).get())?.value),
  save: (all, country) => regionRow(country).save(all),
});

/** Regions of a country; none for an empty one. */
export const useRegions = (country: string): Read<Region[]> => useQuery(regions, country || null);
