import type { Page, Request } from 'playwright-core';

/**
 * Watches for the request whose address ends so: settles once it has its answer or was given up, and the page has drawn
 * whatever follows from that. Call it before the request is made.
 */
export async function whenOver(page: Page, ending: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (request: Request) => request.url().endsWith(ending) && resolve();
    page.on('requestfinished', look).on('requestfailed', look);
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
