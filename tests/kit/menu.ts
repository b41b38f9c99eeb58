import type { Locator, Page } from 'playwright-core';

/** Chooses an entry of a button's menu by keyboard. The menu is gone after that: until then, the button would close it. */
export async function chooseEntry(page: Page, button: Locator, name: string | RegExp): Promise<void> {
  await button.press('Enter');
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}
