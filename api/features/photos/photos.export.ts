import type { CountedExporter } from '#api/platform/exporters.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import { largestOf } from './photos.keys.ts';
import type { PhotoStore } from './photos.store.ts';

/** Exports a member's photos in the largest stored size. Files are named by the ids that the bikes refer to. */
export const photoExporter = (photos: PhotoStore, storage: Storage): CountedExporter => ({
  count: ({ id }) => photos.count(id),
  async *files({ id: ownerId }) {
    for await (const { id, sentAt } of photos.allOf(ownerId)) {
      const content = await largestOf(storage, id);
      if (content) yield { name: `photos/${id}.webp`, at: sentAt, content };
    }
  },
});
