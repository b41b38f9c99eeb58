import type { Page } from 'playwright-core';

/**
 * Returns the elements that make a page scroll sideways, with their right edge, widest first; empty when the page fits.
 */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over <= 0) return [];
    const ends = [...document.querySelectorAll('body *')]
      .map((one) => ({ one, end: one.getBoundingClientRect().right }))
      .filter(({ end }) => end > innerWidth + 0.5)
      .toSorted((a, b) => b.end - a.end);
    return [`${over} pixels`, ...ends.slice(0, 8).map(({ one, end }) => `${end}: ${one.outerHTML.slice(0, 160)}`)];
  });
