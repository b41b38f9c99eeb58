import type { AnyMail } from '#api/platform/mail/letter.ts';
import * as accountHelp from './features/account-help/account-help.mails.ts';
import * as accountChanges from './features/accounts/accounts.changes.mails.ts';
import * as accounts from './features/accounts/accounts.mails.ts';
import * as openId from './features/accounts/accounts.openid.mails.ts';
import * as passkeys from './features/accounts/accounts.passkeys.mails.ts';
import * as contact from './features/contact/contact.mails.ts';
import * as digest from './features/digest/digest.mails.ts';
import * as moderation from './features/moderation/moderation.mails.ts';

/** Every kind of mail. A kind is added by exporting it from its feature's file. */
export const mails: readonly AnyMail[] = [
  accounts,
  accountChanges,
  accountHelp,
  passkeys,
  openId,
  contact,
  digest,
  moderation,
].flatMap((feature) => Object.values(feature));
