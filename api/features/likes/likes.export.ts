import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { LikeStore } from './likes.store.ts';

/** Exports the bikes that a member likes. */
export class LikeExport implements Exporter {
  readonly #likes: LikeStore;

  constructor(likes: LikeStore) {
    this.#likes = likes;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#likes.count(id);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'likes.json', content: jsonList(this.#likes.allOf(id)) };
  }
}
