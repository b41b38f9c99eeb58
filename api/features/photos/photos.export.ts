import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Person } from '#contract/people.ts';
import { largestOf } from './photos.keys.ts';
import type { PhotoStore } from './photos.store.ts';

interface Needs {
  photos: Pick<PhotoStore, 'count' | 'allOf'>;
  storage: Pick<Storage, 'get'>;
}

/** A member's photos as large as they are kept, by their ids, which the bikes name. */
export class PhotoExport implements Exporter {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#needs.photos.count(id);
  }

  async *files({ id: ownerId }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    for await (const { id, sentAt } of this.#needs.photos.allOf(ownerId)) {
      const content = await largestOf(this.#needs.storage, id);
      if (content) yield { name: `photos/${id}.webp`, at: sentAt, content };
    }
  }
}
