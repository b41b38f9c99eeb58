import { until } from './until.ts';

/** A machine that has much to do may take too long for the first who asks: the drawing is kept for the next. */
export const untilDrawn = (address: string): Promise<void> =>
  until(async () => {
    const text = await (await fetch(address)).text();
    if (!text.includes('id="given"')) throw new Error(`${address} is not drawn.`);
  }, 30_000);
