import type { Page, Request } from 'playwright-core';

/**
 * Waits until the request whose address ends so has succeeded or failed and the page has rendered the result. Call it
 * before the request is made.
 */
export async function untilResponse(page: Page, ending: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (request: Request) => request.url().endsWith(ending) && resolve();
    page.on('requestfinished', look).on('requestfailed', look);
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
