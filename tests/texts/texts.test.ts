import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectTexts } from '#api/build/collect-texts.ts';
import { optionSets } from '#contract/option-sets.ts';
import { unmarkedTexts } from './unmarked.ts';

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
  'api/contract/categories.ts': ['E-Bikes', 'Singlespeed'],
  'api/contract/option-sets.ts': [
    'City',
    'Commuter',
    'Cross Country',
    'Cyclocross',
    'Downhill',
    'Enduro',
    'Fat Tire',
    'Freeride',
    'Gravel',
    'Handbike',
    'Hybrid',
    'Messenger',
    'Recumbent',
    'Road',
    'Triathlon',
    'Touring',
    'Track',
  ],
  'api/contract/envelope.ts': ['An unexpected error occurred. Please try again.'],
};

const stored = new Set<string>(Object.values(optionSets).flat());
/** Phrases that are stored, shown as they are, or read by developers only. */
const noTexts = [
  'api/contract/comments.ts: Say yes or no.',
  'api/contract/conversations.ts: Send the number of a message.',
  'api/contract/device-name.ts: Safari on Mac or iPad',
  'api/contract/drafts.ts: Send what the form holds.',
  'api/contract/favorites.ts: Send a list of ids.',
  'api/contract/flags.ts: Choose the message.',
  'api/contract/languages.ts: Português (Brasil)',
  'api/contract/mentions.ts: Send the beginning of a name.',
  'api/contract/people.ts: Deleted member',
  'api/contract/preference-choices.ts: Bike owners',
  'src/features/alerts/push.actions.ts: There is no worker.',
  'src/features/drafts/draft-photos.ts: Another tab has added it.',
  'src/features/outbox/reminder.ts: UID: @headbadge',
  'src/storage/watch.ts: A later call answers.',
];

const command = join(import.meta.dirname, '../../api/cli/texts.ts');

describe('the texts that people read', () => {
  test('are in JSX or marked', async () => {
    const unmarked = (await unmarkedTexts()).filter((found) => !stored.has(found.slice(found.indexOf(': ') + 2)));
    expect(unmarked).toEqual(noTexts);
  });

  test('have those of the specification, word for word', async () => {
    const texts = [...(await collectTexts()).values()];
    for (const [file, wanted] of Object.entries(fixed)) {
      const shown = texts.filter(({ files }) => files.includes(file)).map(({ key }) => key.split('\u0004').at(-1));
      expect(shown, file).toEqual(expect.arrayContaining([...wanted]));
    }
  });

  test('are translated whole in each language, with what they insert', () => {
    const { status, stdout } = spawnSync(process.execPath, [command, '--check'], { encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout]).toEqual([0, '']);
  });
});
