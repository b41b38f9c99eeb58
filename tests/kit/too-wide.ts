import type { Page } from 'playwright-core';

/** What makes a page scroll sideways: each with where it ends, the widest first; none when the page fits its window. */
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
