import type { Harness } from './harness.ts';
import { ana } from './people.ts';

/** Rows by the name of their table. The bytes of photos are filled in. */
export type StoredTables = { draftPhotoInfo: { id: string }[] } & Record<string, object[]>;

/**
 * Replaces `userDb` by one that an older build has written for `ana`, and opens a new page on it.
 * @param version of the database; the tables of 1 and 2 are the same
 */
export async function storeUserDb(h: Harness, version: 1 | 2, tables: StoredTables): Promise<void> {
  await h.page.evaluate(
    async ([data, user, version]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) =>
          Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }),
        );
      await done(indexedDB.deleteDatabase('vault'));
      // Dexie multiplies versions by ten.
      const opening = indexedDB.open('vault', version * 10);
      opening.onupgradeneeded = () => {
        const indexes = {
          drafts: ['userId'],
          draftPhotos: [],
          draftPhotoInfo: ['draftId'],
          outbox: ['userId', 'lane', 'coalesceKey', 'targetId', 'draftId'],
          sent: ['userId'],
        };
        for (const [name, fields] of Object.entries(indexes)) {
          const store = opening.result.createObjectStore(name, { keyPath: 'id' });
          for (const field of fields) store.createIndex(field, field);
        }
        opening.result.createObjectStore('meta', { keyPath: 'key' });
      };
      const db = await done(opening);
      const blob = await new OffscreenCanvas(800, 600).convertToBlob().catch(() => new Blob(['photo']));
      const work = db.transaction([...db.objectStoreNames], 'readwrite');
      work.objectStore('meta').put({ key: 'authUser', value: user });
      for (const [name, rows] of Object.entries(data)) for (const row of rows) work.objectStore(name).put(row);
      for (const { id } of data.draftPhotoInfo) work.objectStore('draftPhotos').put({ id, blob });
      await new Promise((resolve, reject) => Object.assign(work, { oncomplete: resolve, onabort: reject }));
      db.close();
    },
    [tables, ana, version] as const,
  );
  await h.page.close();
  h.page = await h.open();
}
