import { DigestLinks } from '#api/features/digest/digest.links.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { newId } from '#contract/ids.ts';
import { putPreference } from '#contract/user-preferences.ts';
import type { TestBrowser } from './app.ts';

/** The token of the link that ends a member's weekly mail. @param env further settings of the site */
export function weeklyToken({ database }: { database: { folder: string } }, memberId: string, env = {}): string {
  const { keys } = readConfig({ PUBLIC_ORIGIN: 'http://localhost', DATA_DIR: database.folder, ...env });
  return new DigestLinks(new SigningKeys(keys)).tokenFor(memberId);
}

/** A member turns the weekly mail on or off, on a device in a time zone. */
export const chooseWeeklyMail = (
  browser: TestBrowser,
  value: 'On' | 'Off',
  timeZone: string | undefined = 'Europe/Berlin',
  version = 0,
) => browser.call(putPreference, { body: { name: 'weeklyMail', value, seen: { version, device: newId() }, timeZone } });
