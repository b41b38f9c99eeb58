import type { MailFailure } from '#contract/mails.ts';
import { t } from '#contract/texts.ts';

/** Why a mail could not be sent, in a sentence. */
export const failureText: Readonly<Record<MailFailure, string>> = {
  unreachable: t`The mail server can’t be reached.`,
  silent: t`The mail server didn’t answer in time.`,
  unsafe: t`There is no safe connection to the mail server.`,
  login: t`The mail server refuses the user or the password of MAIL_URL.`,
  later: t`The mail server asks to try again later.`,
  sender: t`The mail server refuses the sender’s address.`,
  recipient: t`The mail server refuses the recipient’s address.`,
  content: t`The mail server refuses the mail.`,
  file: t`The mail can’t be written to a file.`,
  other: t`The mail can’t be sent.`,
};
