import { type ChosenPreferences, isChoice, type PreferenceName } from '#contract/user-preferences.ts';
import type { Cached, CacheReader } from '#src/cache/cached.ts';
import { preferencesOf, savePreferences } from './preferences.ts';

// Shared by preferences and alerts.

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
