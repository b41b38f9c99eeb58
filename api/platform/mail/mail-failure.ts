import type { MailFailure } from '#contract/mails.ts';
import { maskAddresses } from '../mask-address.ts';
import { withoutUser } from '../settings/setting-urls.ts';
import { oneLine } from './letter.ts';

/** Maximum characters of an answer. */
const maxLength = 200;
/** Ids, tokens and encoded texts. */
const longRun = /[\w+=-]{24,}/g;

/** Errors of nodemailer and of the file system. `responseCode` and `response`: what the mail server answered. */
type SendError = Error & {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  syscall?: string;
};

/** Shortens a mail server's answer. Masks addresses, and leaves out secrets and everything that may be a token. */
function answerOf({ response, message }: SendError, url: string): string {
  const text = maskAddresses(withoutUser(oneLine(response ?? message), url)).replace(longRun, '…');
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

function reasonOf({ code = '', command = '', responseCode, message, syscall }: SendError): MailFailure {
  if (code === 'EAUTH') return 'login';
  if (responseCode === undefined) {
    if (/TLS$/.test(code) || /certificate|altnames|SSL routines/i.test(message)) return 'unsafe';
    if (code === 'ETIMEDOUT') return 'silent';
    if (['ECONNECTION', 'EDNS', 'ESOCKET'].includes(code)) return 'unreachable';
    return syscall ? 'file' : 'other';
  }
  if (responseCode < 500) return 'later';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  return command === 'DATA' ? 'content' : 'other';
}

/**
 * Says why a mail could not be sent.
 * @param url of the mail server; its user and password are left out
 */
export function failureOf(error: unknown, url: string): { reason: MailFailure; answer: string } {
  const known: SendError = error instanceof Error ? error : new Error(String(error));
  return { reason: reasonOf(known), answer: answerOf(known, url) };
}
