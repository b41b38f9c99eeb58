import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allTexts } from './collect.ts';

/** Texts that the specification gives word for word, by the file that shows them. */
const fixed: Record<string, readonly string[]> = {
  'src/app/shell/search-box.tsx': ['Search the site'],
  'src/app/shell/header.tsx': ['Sign Up', 'Log In'],
  'src/app/shell/account.ts': ['Bikes', 'Favorites', 'Messages', 'Password', 'Preferences', 'Profile'],
  'src/app/shell/account-menu-panel.tsx': ['Sign Out'],
  'src/app/shell/account-sidebar.tsx': ['Sign Out'],
  'src/app/shell/footer.tsx': [
    'Bikes',
    'More Bikes',
    'Links',
    'About',
    'Contact',
    'FAQ',
    'Photo Guide',
    'Help',
    'Content Policy',
    'Cookie Policy',
    'Privacy Policy',
    'Terms of Service',
  ],
  'src/app/shell/cookie-notice.tsx': [
    'This site uses cookies to create the best possible online experience. By clicking OK, you agree to the use of cookies while using this website.',
    'OK',
  ],
  'api/contract/categories.ts': [
    'City',
    'Commuter',
    'Cross Country',
    'Cyclocross',
    'Downhill',
    'E-Bikes',
    'Enduro',
    'Fat Tire',
    'Freeride',
    'Gravel',
    'Handbike',
    'Hybrid',
    'Messenger',
    'Recumbent',
    'Road',
    'Singlespeed',
    'Triathlon',
    'Touring',
    'Track',
  ],
  'api/contract/envelope.ts': ['An unexpected error occurred. Please try again.'],
};

describe('the texts that people read', () => {
  test('are listed in one file', async () => {
    const how = 'Texts have changed: update the list with "npm test -- tests/texts -u", and read its diff';
    await expect(await allTexts(), how).toMatchFileSnapshot(join(import.meta.dirname, 'all.txt'));
  });

  test('have those of the specification, word for word', async () => {
    const byFile = (await allTexts()).split('\n\n').map((part) => part.trim().split('\n'));
    const shown = Object.fromEntries(byFile.map(([head = '', ...texts]) => [head.replace('# ', ''), texts]));
    for (const [file, texts] of Object.entries(fixed))
      expect(shown[file], file).toEqual(expect.arrayContaining([...texts]));
  });
});
