import type { Locator, Page } from 'playwright-core';

const groupOf = (root: Page | Locator, label: string) => root.getByRole('radiogroup', { name: label, exact: true });

/** Chooses one of the visible values of a setting. */
export const choose = (root: Page | Locator, label: string, option: string): Promise<void> =>
  groupOf(root, label).getByRole('radio', { name: option, exact: true }).check();

/** Stored value of what is chosen in a setting. */
export const chosenIn = (root: Page | Locator, label: string): Promise<string | null> =>
  groupOf(root, label).getByRole('radio', { checked: true }).getAttribute('value');
