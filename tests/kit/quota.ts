import type { Page } from 'playwright-core';

/**
 * Sets the browser's storage quota for a site. The browser checks it at most every half minute while there is plenty,
 * so set it before much is stored. It holds while the page is open; without a profile it applies to images only.
 */
export async function limitQuota(page: Page, bytes: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: bytes });
}

/** Fills a site's quota to the last byte. Call {@link limitQuota} first. */
export const fillQuota = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('ballast', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', { autoIncrement: true });
    await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
    const add = (size: number) =>
      new Promise<boolean>((resolve) => {
        const noise = new Uint8Array(size);
        for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
        const work = opening.result.transaction('bytes', 'readwrite');
        Object.assign(work, { oncomplete: () => resolve(true), onabort: () => resolve(false) });
        work.objectStore('bytes').add(noise);
      });
    let left = 64 * 1024 * 1024;
    for (let size = 512 * 1024; size >= 1; size /= 2) {
      while (await add(size)) {
        left -= size;
        if (left < 0) throw new Error('This browser never fills.');
      }
    }
    opening.result.close();
  });
