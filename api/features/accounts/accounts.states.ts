import { longDay } from '#api/platform/date-format.ts';
import { Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { maskedEmail } from './accounts.names.ts';
import type { Account } from './accounts.store.ts';

/** The sentence, and the moderator's reason if there is one. */
const withReason = (sentence: string, { reason }: Account): string =>
  reason ? `${sentence} ${t`Reason: ${reason.replace(/\.$/, '')}.`}` : sentence;

/** Whether an account may be used. A suspension ends by itself. */
export const isUsable = ({ status, until }: Pick<Account, 'status' | 'until'>, now: Date): boolean =>
  status === 'Active' || (status === 'Suspended' && until !== undefined && until <= now);

/**
 * Why an account cannot be used. Report it only to somebody who knows the password, or had a session when the account
 * was closed.
 */
export function stateProblem(account: Account): Problem | null {
  const { id: userId, username, status, email, confirmationSentAt, deletedAt, until, reason } = account;
  const details = { userId, username, until: until?.toISOString(), reason };
  switch (status) {
    case 'Active':
      return null;
    case 'Unconfirmed': {
      const address = maskedEmail(email);
      const message = confirmationSentAt
        ? t`Confirm your e-mail first. We sent a link to ${address} on ${longDay(confirmationSentAt)}.`
        : t`Confirm your e-mail first.`;
      return new Problem('EmailNotConfirmed', { message, details: { email } });
    }
    case 'Applied':
      return new Problem('Applied');
    case 'Suspended':
      return new Problem('Suspended', {
        message: withReason(
          until ? t`Your account is suspended until ${longDay(until)}.` : t`Your account is suspended.`,
          account,
        ),
        details,
      });
    case 'Banned':
      return new Problem('Banned', {
        message: withReason(t`This account has been closed by the moderators.`, account),
        details: { userId, username, reason },
      });
    case 'Deleted':
      // An operator has the account of a suspended or banned member erased: logging in does not restore it.
      if (account.shut) return new Problem('Banned', { details: { userId, reason: '' } });
      return new Problem('Deleted', {
        message:
          deletedAt && until
            ? t`You deleted this account on ${longDay(deletedAt)}. It will be erased on ${longDay(until)}.`
            : t`You deleted this account.`,
        details: { deletedAt: deletedAt?.toISOString(), until: until?.toISOString() },
      });
  }
}

/** The part of a member's role that the page reads. */
export const roleOf = ({ operator, moderator }: Pick<Account, 'operator' | 'moderator'>) => ({
  ...(operator && { operator }),
  ...((operator || moderator) && { moderator: true }),
});
