import { callOf } from '#contract/endpoint.ts';
import { t } from '#contract/texts.ts';
import type { PreferenceChange, PreferenceName, putPreference } from '#contract/user-preferences.ts';
import { preferences } from '#src/cache/values/preferences.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import { preferenceLabels } from './preference-labels.ts';

export const putPreferenceMutation = defineMutation({
  kind: 'preference.put',
  endpoint: callOf<typeof putPreference>('PUT', '/user/preferences', 'UpdatePreference'),
  labels: {
    title: ({ id }) => preferenceLabels[id as PreferenceName],
    done: (ago) => t`Chosen ${ago}.`,
    waitsFor: '',
  },
  isHarmless: true,
  // The local choice stays visible until the member resolves the conflict.
  appliesWhenRefused: true,
  queue: (change: PreferenceChange, userId) => ({
    body: change,
    subject: { kind: 'preference', id: change.name, title: change.name, picture: null },
    scope: `preference:${change.name}`,
    replaces: `preference:${userId}:${change.name}`,
  }),
  apply: (cache, { body: { name, value } }, reply) =>
    cache.update(preferences, 'all', (known) => {
      if (reply) return reply;
      const version = known.chosen[name]?.version ?? 0;
      return { ...known, chosen: { ...known.chosen, [name]: { value, version } } };
    }),
});

export const mutations = byKind(putPreferenceMutation);
