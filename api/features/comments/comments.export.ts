import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { CommentStore } from './comments.store.ts';

/** Exports a member's comments. */
export class CommentExport implements Exporter {
  readonly #comments: CommentStore;

  constructor(comments: CommentStore) {
    this.#comments = comments;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#comments.count(id);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'comments.json', content: jsonList(this.#comments.allOf(id)) };
  }
}
