import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsOf } from './axe.ts';
import { desktop, phone, tablet } from './browser.ts';
import { tooWide } from './too-wide.ts';

/** Nothing is wrong with what stands there, by day and by night, on a phone, a tablet and a desktop, and it fits. */
export async function soundEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [phone, tablet, desktop]) {
      await page.setViewportSize(size);
      expect([page.url(), colorScheme, size.width, await tooWide(page), await faultsOf(page)]).toEqual([
        ...[page.url(), colorScheme, size.width],
        ...[[], []],
      ]);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(phone);
}
