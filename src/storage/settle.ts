const spare = 'spare';

/**
 * Lets the browser free what was deleted. Chromium keeps the databases of a site in one log. When one of them is deleted
 * it rewrites, a little later, the part of it that was written out already, and what that leaves over goes at the next
 * such time. So a database that is made and deleted at once, before another is deleted and again some time after it,
 * frees all that the other took.
 */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(spare);
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      opening.result.close();
      const deleting = indexedDB.deleteDatabase(spare);
      for (const over of ['success', 'error', 'blocked']) deleting.addEventListener(over, () => resolve());
    };
  });
