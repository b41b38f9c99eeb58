import { mailKind } from '#api/platform/mail/letter.ts';
import { linkedAccountsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Account } from './accounts.store.ts';

/** `provider`: the other site's name. */
type About = Pick<Account, 'username' | 'email'> & { provider: string };

const sample: About = { username: 'ann', email: 'ann@example.org', provider: 'Our club' };

export const accountLinkedMail = mailKind<About>({
  name: 'account-linked',
  when: t`A member linked an account on another site.`,
  sample,
  write: ({ username, email, provider }, site) => ({
    to: email,
    subject: t`An account was linked to your ${site} account`,
    hello: username,
    body: [
      t`An account on another site can log in to your account now, until you unlink it:`,
      { quote: provider },
      { action: t`See your linked accounts`, page: linkedAccountsPage() },
      { small: t`Wasn't you? Unlink it, then change your password, which signs all other devices out.` },
    ],
  }),
});

export const accountUnlinkedMail = mailKind<About>({
  name: 'account-unlinked',
  when: t`A member unlinked an account on another site.`,
  sample,
  write: ({ username, email, provider }, site) => ({
    to: email,
    subject: t`An account was unlinked from your ${site} account`,
    hello: username,
    body: [
      t`Your account on the site below can't log in to your account any more:`,
      { quote: provider },
      { action: t`See your linked accounts`, page: linkedAccountsPage() },
      { small: t`Wasn't you? Change your password, which signs all other devices out.` },
    ],
  }),
});
