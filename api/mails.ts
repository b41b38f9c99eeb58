import * as accounts from './features/accounts/accounts.mails.ts';
import * as contact from './features/contact/contact.mails.ts';
import * as moderation from './features/moderation/moderation.mails.ts';
import type { AnyMail } from './platform/letter.ts';

/** Every mail of the product. A kind joins by being exported from its feature's file. */
export const mails: readonly AnyMail[] = [accounts, contact, moderation].flatMap((feature) => Object.values(feature));
