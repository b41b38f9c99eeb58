import type { Id } from '#contract/ids.ts';
import type { ChosenPreferences, PreferenceChange, PreferenceName } from '#contract/user-preferences.ts';
import { type Chosen, chosenIn, preferences } from '#src/cache/values/preferences.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { useLive } from '#src/queries/live.queries.ts';

/** Conflicting choice of two devices; `there` is null until the server was asked again. */
export type Disagreement = { name: PreferenceName; here: string; there: string | null };

export type PreferencesHere = {
  /** Version on the server, as far as known; null before the first answer. */
  version: number | null;
  chosen: Chosen;
  /** By which the weekly mail comes. */
  timeZone: string | undefined;
  conflicts: Disagreement[];
  /** Whether a choice is still queued. */
  waiting: boolean;
};

const changeOf = ({ body }: QueuedMutation): PreferenceChange => body as PreferenceChange;

/** Returns the conflicts that the member has to resolve. */
const disagreements = (data: ChosenPreferences | null, queued: readonly QueuedMutation[]): Disagreement[] =>
  queued
    .filter((row) => row.state === 'failed' && row.lastError?.code === 'preference.changed')
    .map((row) => {
      const { name, value, seen } = changeOf(row);
      const there = data?.chosen[name];
      return { name, here: value, there: there && there.version > seen.version ? there.value : null };
    });

/** A member's preferences as cached, with queued changes. */
export async function preferencesHere(userId: Id): Promise<PreferencesHere> {
  const view = await optimisticView(userId);
  const queued = view.queued.filter(({ kind }) => kind === 'preference.put');
  const data = await preferences.read(userId, 'all');
  return {
    version: data?.version ?? null,
    chosen: await chosenIn(view),
    timeZone: data?.timeZone,
    conflicts: disagreements(data, queued),
    waiting: queued.some(({ state }) => state !== 'failed'),
  };
}

/** Live version of `preferencesHere`; undefined while it loads. */
export const usePreferences = (userId: Id): PreferencesHere | undefined =>
  useLive('preferences', () => preferencesHere(userId), [userId]);
