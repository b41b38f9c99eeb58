import type { Page } from 'playwright-core';

/** Ends the undo period: mutations that wait for it are due now and are sent. */
export async function endUndoPeriod(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('vault'));
    const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
    for (const row of await done(outbox.getAll())) if (row.nextAt > 0) await done(outbox.put({ ...row, nextAt: 0 }));
    db.close();
    dispatchEvent(new Event('online'));
  });
}
