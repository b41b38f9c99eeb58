import { until } from './until.ts';

/** Whether a page came drawn. */
export const isDrawn = (html: string): boolean => html.includes('id="given"');

/** A machine that has much to do may take too long for the first who asks: the drawing is kept for the next. */
export const untilDrawn = (address: string): Promise<void> =>
  until(async () => {
    const text = await (await fetch(address)).text();
    if (!isDrawn(text)) throw new Error(`${address} is not drawn.`);
  }, 30_000);
