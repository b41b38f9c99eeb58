const spareDatabase = 'spare';

/**
 * Makes the browser free the space of deleted data.
 * Chromium stores all databases of a site in one log. Deleting one of them makes it rewrite, a little later, the part
 * of the log that is already written out; the rest is freed at the next such time. So a spare database is created and
 * deleted before another one is deleted, and again some time after it: that frees all of its space.
 */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(spareDatabase);
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      opening.result.close();
      const deleting = indexedDB.deleteDatabase(spareDatabase);
      for (const over of ['success', 'error', 'blocked']) deleting.addEventListener(over, () => resolve());
    };
  });
