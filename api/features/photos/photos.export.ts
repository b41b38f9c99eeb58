import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Person } from '#contract/people.ts';
import { largestOf } from './photos.keys.ts';
import type { PhotoStore } from './photos.store.ts';

interface Deps {
  photos: PhotoStore;
  storage: Storage;
}

/** Exports a member's photos in the largest stored size. Files are named by the ids that the bikes refer to. */
export class PhotoExport implements Exporter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#deps.photos.count(id);
  }

  async *files({ id: ownerId }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    for await (const { id, sentAt } of this.#deps.photos.allOf(ownerId)) {
      const content = await largestOf(this.#deps.storage, id);
      if (content) yield { name: `photos/${id}.webp`, at: sentAt, content };
    }
  }
}
