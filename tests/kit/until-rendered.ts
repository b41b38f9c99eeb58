import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Whether HTML is server-rendered. */
export const isRendered = (html: string): boolean => html.includes('id="initial-data"');

/** A response with a server-rendered page. */
type RenderedAnswer = { status: number; headers: Headers; text: string };

/** Fetches a page until it is server-rendered: on a busy machine the first request may time out. */
export const fetchRendered = (address: string): Promise<RenderedAnswer> =>
  until(async () => {
    const answer = await fetch(address);
    const text = await answer.text();
    if (!isRendered(text)) throw new Error(`${address} is not server-rendered.`);
    return { status: answer.status, headers: answer.headers, text };
  });

/** Waits until an address is server-rendered, which is then cached for the next request. */
export async function untilRendered(address: string): Promise<void> {
  await fetchRendered(address);
}

const isRenderedHere = async (page: Page) => (await page.locator('#initial-data').count()) > 0;

/**
 * Opens the server-rendered page of an address. A write after {@link untilRendered} invalidates it, and rendering again
 * may be too slow.
 */
export async function openRendered(page: Page, address: string): Promise<void> {
  await untilRendered(address);
  await until(async () => {
    await page.goto(address);
    if (!(await isRenderedHere(page))) throw new Error(`${address} is not server-rendered.`);
  });
}

/** Reloads until the page is server-rendered: without scripts nothing else is visible. */
export async function reloadUntilRendered(page: Page): Promise<void> {
  await until(async () => {
    if (await isRenderedHere(page)) return;
    await page.reload();
    throw new Error(`${page.url()} is not server-rendered.`);
  });
}
