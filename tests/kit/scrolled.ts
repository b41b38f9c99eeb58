import type { Locator } from 'playwright-core';

/** Scrolls an element into view and waits for the end of scrolling, when the page records its position. */
export async function scrolledTo(one: Locator): Promise<void> {
  const page = one.page();
  await page.evaluate(() => {
    const scrolled = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    Object.assign(globalThis, { scrolled });
  });
  await one.scrollIntoViewIfNeeded();
  await page.evaluate(() => (globalThis as unknown as { scrolled: Promise<unknown> }).scrolled.then(() => undefined));
}
