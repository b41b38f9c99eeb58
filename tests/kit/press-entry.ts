import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './until.ts';

/**
 * Chooses an entry of the menu that opens, by keyboard, and waits until the menu has closed. The menu takes the focus
 * shortly after it opens, also from an entry that has it already, which is then pressed again.
 */
export async function pressEntry(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name, exact: true });
  await entry.waitFor();
  await until(async () => {
    if ((await entry.count()) > 0) await entry.press('Enter', { timeout: 1_000 });
    expect(await entry.count()).toBe(0);
  });
}
