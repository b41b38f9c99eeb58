import type { Locator } from 'playwright-core';

/** Scrolls until something is in view, and waits until that is over: only then does a page note its place. */
export async function scrolledTo(one: Locator): Promise<void> {
  const page = one.page();
  await page.evaluate(() => {
    const scrolled = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    Object.assign(globalThis, { scrolled });
  });
  await one.scrollIntoViewIfNeeded();
  await page.evaluate(() => (globalThis as unknown as { scrolled: Promise<unknown> }).scrolled.then(() => undefined));
}
