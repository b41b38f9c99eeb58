import { mailKind } from '#api/platform/mail/letter.ts';
import { passwordPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Account } from './accounts.store.ts';

/** `name`: the passkey's, as the member wrote it. */
type About = Pick<Account, 'username' | 'email'> & { name: string };

const sample: About = { username: 'ann', email: 'ann@example.org', name: 'Phone' };

export const passkeyAddedMail = mailKind<About>({
  name: 'passkey-added',
  when: t`A member added a passkey.`,
  sample,
  write: ({ username, email, name }, site) => ({
    to: email,
    subject: t`A passkey was added to your ${site} account`,
    hello: username,
    body: [
      t`Your account has a new passkey. It can log in without your password, until you remove it.`,
      { quote: name },
      { action: t`See your passkeys`, page: passwordPage() },
      { small: t`Wasn't you? Remove the passkey, then change your password, which signs all other devices out.` },
    ],
  }),
});

export const passkeyRemovedMail = mailKind<About>({
  name: 'passkey-removed',
  when: t`A member removed a passkey.`,
  sample,
  write: ({ username, email, name }, site) => ({
    to: email,
    subject: t`A passkey was removed from your ${site} account`,
    hello: username,
    body: [
      t`This passkey can't log in to your account any more:`,
      { quote: name },
      { action: t`See your passkeys`, page: passwordPage() },
      { small: t`Wasn't you? Change your password, which signs all other devices out.` },
    ],
  }),
});

export const passkeyCopiedMail = mailKind<About>({
  name: 'passkey-copied',
  when: t`A passkey was refused, because its counter went back: there may be a copy of it.`,
  sample,
  write: ({ username, email, name }, site) => ({
    to: email,
    subject: t`We refused a passkey of your ${site} account`,
    hello: username,
    body: [
      t`Someone, probably you, used this passkey. It counts how often it was used, and that number went back. So there may be a copy of it.`,
      t`Remove it, and add a new one if you like. Until then you can log in with your password.`,
      { quote: name },
      { action: t`See your passkeys`, page: passwordPage() },
      { small: t`Didn't use it? Then somebody else has a copy. Remove it now.` },
    ],
  }),
});
