import type { Page } from 'playwright-core';

/** Sample content of the contact form. */
export const writtenLetter = {
  topic: 'Problem',
  name: 'Ann Rider',
  email: 'ann@example.org',
  subject: 'Which fenders',
  message: 'Which fenders fit an Ogre with 2.5 inch tires?',
} as const;

/** Fills in the open contact form. */
export async function fillLetter(page: Page): Promise<void> {
  const { topic, name, email, subject, message } = writtenLetter;
  await page.getByLabel('Topic').selectOption(topic);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill(message);
}
