import { type CountedExporter, jsonFile } from '#api/platform/exporters.ts';
import type { PreferenceStore } from './preferences.store.ts';

/** Exports a member's preferences by name. */
export const preferenceExporter = (preferences: PreferenceStore): CountedExporter => ({
  count: async ({ id }) => Object.keys((await preferences.of(id)).chosen).length,
  async *files({ id }) {
    const { chosen, timeZone } = await preferences.of(id);
    const values = Object.fromEntries(Object.entries(chosen).map(([name, { value }]) => [name, value]));
    yield jsonFile('preferences.json', { ...values, ...(timeZone && { timeZone }) });
  },
});
