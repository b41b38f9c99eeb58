import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Whether HTML is server-rendered. */
export const isDrawn = (html: string): boolean => html.includes('id="given"');

/** A response with a server-rendered page. */
type DrawnAnswer = { status: number; headers: Headers; text: string };

/** Fetches a page until it is server-rendered: on a busy machine the first request may time out. */
export const drawnAnswer = (address: string): Promise<DrawnAnswer> =>
  until(async () => {
    const answer = await fetch(address);
    const text = await answer.text();
    if (!isDrawn(text)) throw new Error(`${address} is not drawn.`);
    return { status: answer.status, headers: answer.headers, text };
  }, 30_000);

/** Waits until an address is server-rendered, which is then cached for the next request. */
export async function untilDrawn(address: string): Promise<void> {
  await drawnAnswer(address);
}

const isDrawnHere = async (page: Page) => (await page.locator('#given').count()) > 0;

/**
 * Opens the server-rendered page of an address. A write after {@link untilDrawn} invalidates it, and rendering again
 * may be too slow.
 */
export async function openDrawn(page: Page, address: string): Promise<void> {
  await untilDrawn(address);
  await until(async () => {
    await page.goto(address);
    if (!(await isDrawnHere(page))) throw new Error(`${address} does not come drawn.`);
  }, 60_000);
}

/** Reloads until the page is server-rendered: without scripts nothing else is visible. */
export async function reloadUntilDrawn(page: Page): Promise<void> {
  await until(async () => {
    if (await isDrawnHere(page)) return;
    await page.reload();
    throw new Error(`${page.url()} does not come drawn.`);
  }, 60_000);
}
