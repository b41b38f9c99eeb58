import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runsAll } from '#tests/run/tiers.ts';
import { faultsOf } from './axe.ts';
import { desktop, phone, tablet } from './browser.ts';
import { tooWide } from './too-wide.ts';

/** Views of a page. The first tier looks only at those with `isFirst`. */
const views = [
  { colorScheme: 'light', size: phone, isFirst: true },
  { colorScheme: 'light', size: tablet, isFirst: false },
  { colorScheme: 'light', size: desktop, isFirst: false },
  { colorScheme: 'dark', size: phone, isFirst: false },
  { colorScheme: 'dark', size: tablet, isFirst: false },
  { colorScheme: 'dark', size: desktop, isFirst: true },
] as const;

/**
 * Asserts that a page fits on a phone, a tablet and a desktop, in light and dark, without axe violations. The first
 * tier looks at a light phone and a dark desktop only.
 */
export async function assertAccessible(page: Page): Promise<void> {
  for (const { colorScheme, size } of views.filter(({ isFirst }) => isFirst || runsAll)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const name = `${page.url()} in ${colorScheme} at ${size.width}`;
    expect(await tooWide(page), name).toEqual([]);
    expect(await faultsOf(page), name).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(phone);
}
