import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Whether a page came drawn. */
export const isDrawn = (html: string): boolean => html.includes('id="given"');

/** A drawn page, as it was answered. */
type DrawnAnswer = { status: number; headers: Headers; text: string };

/** The drawn page of an address: a machine that has much to do may take too long for the first who asks. */
export const drawnAnswer = (address: string): Promise<DrawnAnswer> =>
  until(async () => {
    const answer = await fetch(address);
    const text = await answer.text();
    if (!isDrawn(text)) throw new Error(`${address} is not drawn.`);
    return { status: answer.status, headers: answer.headers, text };
  }, 30_000);

/** Waits until the page of an address is drawn: it is kept for the next who asks. */
export async function untilDrawn(address: string): Promise<void> {
  await drawnAnswer(address);
}

const isDrawnHere = async (page: Page) => (await page.locator('#given').count()) > 0;

/** Opens the drawn page of an address: a write between {@link untilDrawn} and that lets it be drawn anew, perhaps too late. */
export async function openDrawn(page: Page, address: string): Promise<void> {
  await untilDrawn(address);
  await until(async () => {
    await page.goto(address);
    if (!(await isDrawnHere(page))) throw new Error(`${address} does not come drawn.`);
  }, 60_000);
}

/** Has the page that a form or a link led to come drawn: whoever has no script would see nothing else of it. */
export async function reloadUntilDrawn(page: Page): Promise<void> {
  await until(async () => {
    if (await isDrawnHere(page)) return;
    await page.reload();
    throw new Error(`${page.url()} does not come drawn.`);
  }, 60_000);
}
