import { preferenceExporter } from '#api/features/preferences/preferences.export.ts';
import { preferenceRoutes } from '#api/features/preferences/preferences.routes.ts';
import { PreferenceService } from '#api/features/preferences/preferences.service.ts';
import { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

export function preferencesModule({ db, emit }: Infrastructure) {
  const store = new PreferenceStore(db);
  const service = new PreferenceService({ preferences: store, emit });
  return {
    store,
    service,
    stores: [store],
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    exporters: { preferences: preferenceExporter(store) },
    mount: (api, guards) => void api.route('/', preferenceRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type PreferencesModule = ReturnType<typeof preferencesModule>;
