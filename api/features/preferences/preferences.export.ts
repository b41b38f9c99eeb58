import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { PreferenceStore } from './preferences.store.ts';

/** Exports a member's preferences by name. */
export class PreferenceExport implements Exporter {
  readonly #preferences: PreferenceStore;

  constructor(preferences: PreferenceStore) {
    this.#preferences = preferences;
  }

  async count({ id }: Pick<Person, 'id'>): Promise<number> {
    return Object.keys((await this.#preferences.of(id)).chosen).length;
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    const { chosen } = await this.#preferences.of(id);
    const values = Object.fromEntries(Object.entries(chosen).map(([name, { value }]) => [name, value]));
    yield { name: 'preferences.json', content: new TextEncoder().encode(`${JSON.stringify(values, null, 2)}\n`) };
  }
}
