import type { Id } from '#contract/ids.ts';
import { preferencesOf } from '#src/offline/cache/preferences.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import {
  type Chosen,
  type Disagreement,
  disagreements,
  overlayPreferences,
} from '#src/offline/writes/preference-rows.ts';
import { useLive } from '#src/reading/live.queries.ts';

export type PreferencesHere = {
  /** How often they changed at the site, as far as this device knows; null while it has not asked. */
  version: number | null;
  chosen: Chosen;
  apart: Disagreement[];
  /** Whether something that was chosen here has not reached the site. */
  waiting: boolean;
};

/** What a member has chosen, as this device has it. */
export async function preferencesHere(userId: Id): Promise<PreferencesHere> {
  // The rows first: what arrives between the two looks is then both, and never neither.
  const rows = (await rowsOf(userId)).filter(({ kind }) => kind === 'preference.put');
  const data = await preferencesOf(userId);
  return {
    version: data?.version ?? null,
    chosen: overlayPreferences(data, rows),
    apart: disagreements(data, rows),
    waiting: rows.some(({ state }) => state !== 'failed'),
  };
}

/** The same, now and after each change; undefined until it is read. */
export const usePreferences = (userId: Id): PreferencesHere | undefined =>
  useLive('preferences', () => preferencesHere(userId), [userId]);
