import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { FlagStore } from './flags.store.ts';

/** Exports a member's flags. */
export class FlagExport implements Exporter {
  readonly #flags: FlagStore;

  constructor(flags: FlagStore) {
    this.#flags = flags;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#flags.count(id);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'flags.json', content: jsonList(this.#flags.allOf(id)) };
  }
}
