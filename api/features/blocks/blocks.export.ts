import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import { maxBlocks } from '#contract/blocks.ts';
import type { Person } from '#contract/people.ts';
import type { BlockStore } from './blocks.store.ts';

/** Exports the list of members whom a member has blocked. */
export class BlockExport implements Exporter {
  readonly #blocks: BlockStore;

  constructor(blocks: BlockStore) {
    this.#blocks = blocks;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#blocks.count(id, maxBlocks);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'blocked.json', content: jsonList(this.#blocks.allOf(id)) };
  }
}
