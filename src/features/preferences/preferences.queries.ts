import type { Id } from '#contract/ids.ts';
import type { ChosenPreferences, PreferenceChange, PreferenceName } from '#contract/user-preferences.ts';
import { type Chosen, chosenIn, preferences } from '#src/cache/values/chosen-preferences.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { useLive } from '#src/queries/live.queries.ts';

/** A preference that two devices chose differently; `there` is null while the site was not asked since. */
export type Disagreement = { name: PreferenceName; here: string; there: string | null };

export type PreferencesHere = {
  /** How often they changed at the site, as far as this device knows; null while it has not asked. */
  version: number | null;
  chosen: Chosen;
  apart: Disagreement[];
  /** Whether something that was chosen here has not reached the site. */
  waiting: boolean;
};

const changeOf = ({ body }: QueuedMutation): PreferenceChange => body as PreferenceChange;

/** What this device chose and another one chose otherwise meanwhile, until the member decides. */
const disagreements = (data: ChosenPreferences | null, queued: readonly QueuedMutation[]): Disagreement[] =>
  queued
    .filter((row) => row.state === 'failed' && row.lastError?.code === 'preference.changed')
    .map((row) => {
      const { name, value, seen } = changeOf(row);
      const there = data?.chosen[name];
      return { name, here: value, there: there && there.version > seen.version ? there.value : null };
    });

/** What a member has chosen, as this device has it. */
export async function preferencesHere(userId: Id): Promise<PreferencesHere> {
  const view = await optimisticView(userId);
  const queued = view.queued.filter(({ kind }) => kind === 'preference.put');
  const data = await preferences.read(userId, 'all');
  return {
    version: data?.version ?? null,
    chosen: await chosenIn(view),
    apart: disagreements(data, queued),
    waiting: queued.some(({ state }) => state !== 'failed'),
  };
}

/** The same, now and after each change; undefined until it is read. */
export const usePreferences = (userId: Id): PreferencesHere | undefined =>
  useLive('preferences', () => preferencesHere(userId), [userId]);
