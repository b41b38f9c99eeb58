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
