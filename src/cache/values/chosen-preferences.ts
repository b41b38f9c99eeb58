import { type ChosenPreferences, isChoice, type PreferenceName } from '#contract/user-preferences.ts';
import type { Cached } from '#src/outbox/cached.ts';
import type { OptimisticView } from '#src/outbox/optimistic.ts';
import { preferencesOf, savePreferences } from './preferences.ts';

// Shared by preferences and alerts.

/** What a member has chosen on all their devices. */
export const preferences: Cached<ChosenPreferences, 'all'> = {
  read: (userId) => preferencesOf(userId),
  empty: () => ({ version: 0, chosen: {} }),
  change: async (userId, _, to) =>
    savePreferences(userId, to((await preferencesOf(userId)) ?? preferences.empty(userId))),
};

/** Values of preferences by name: what is not there was not chosen. */
export type Chosen = { [Name in PreferenceName]?: string };

/** What is chosen on this device; a value of another build is left out. */
export async function chosenIn(view: Pick<OptimisticView, 'get'>): Promise<Chosen> {
  const all = Object.entries((await view.get(preferences, 'all'))?.chosen ?? {});
  return Object.fromEntries(all.flatMap(([name, { value }]) => (isChoice(name, value) ? [[name, value]] : [])));
}
