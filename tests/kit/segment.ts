import type { Locator, Page } from 'playwright-core';

const groupOf = (root: Page | Locator, label: string) => root.getByRole('radiogroup', { name: label, exact: true });

/** Chooses one of the visible values of a setting, and waits until it shows as chosen, which is when it is stored. */
export async function choose(root: Page | Locator, label: string, option: string): Promise<void> {
  await groupOf(root, label).getByRole('radio', { name: option, exact: true }).click();
  await groupOf(root, label).getByRole('radio', { name: option, exact: true, checked: true }).waitFor();
}

/** Stored value of what is chosen in a setting. */
export const chosenIn = (root: Page | Locator, label: string): Promise<string | null> =>
  groupOf(root, label).getByRole('radio', { checked: true }).getAttribute('value');
