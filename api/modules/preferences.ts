import { PreferenceExport } from '#api/features/preferences/preferences.export.ts';
import { preferenceRoutes } from '#api/features/preferences/preferences.routes.ts';
import { PreferenceService } from '#api/features/preferences/preferences.service.ts';
import type { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import type { Events } from '#api/platform/events.ts';
import type { Person } from '#contract/people.ts';
import type { Module } from './infrastructure.ts';

interface Deps {
  preferences: PreferenceStore;
  tell: Events['tell'];
}

export function preferencesModule({ preferences, tell }: Deps) {
  const service = new PreferenceService({ preferences, tell });
  return {
    erasure: { erase: ({ id }: Pick<Person, 'id'>) => preferences.eraseOf(id) },
    exported: new PreferenceExport(preferences),
    indexed: [],
    mount: (api, guards) => void api.route('/', preferenceRoutes(service, guards)),
    begin() {},
  } satisfies Module & Record<string, unknown>;
}
