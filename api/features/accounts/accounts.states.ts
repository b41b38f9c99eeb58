import { dateFormat } from '#api/platform/date-format.ts';
import { Problem } from '#contract/problems.ts';
import { maskedEmail } from './accounts.names.ts';
import type { Account } from './accounts.store.ts';

const on = (date: Date | null | undefined) => (date ? dateFormat.format(date) : 'an earlier day');
const because = ({ reason }: Account) => (reason ? ` Reason: ${reason.replace(/\.$/, '')}.` : '');

/** Whether an account may be used. A suspension ends by itself. */
export const isUsable = ({ status, until }: Pick<Account, 'status' | 'until'>, now: Date): boolean =>
  status === 'Active' || (status === 'Suspended' && until !== undefined && until <= now);

/**
 * Why an account cannot be used. Report it only to somebody who knows the password, or had a session when the account
 * was closed.
 */
export function stateProblem(account: Account): Problem | null {
  const { id: userId, status, email, confirmationSentAt, deletedAt, until, reason } = account;
  const details = { userId, until: until?.toISOString(), reason };
  switch (status) {
    case 'Active':
      return null;
    case 'Unconfirmed': {
      const sent = confirmationSentAt ? ` We sent a link to ${maskedEmail(email)} on ${on(confirmationSentAt)}.` : '';
      return new Problem('EmailNotConfirmed', { message: `Confirm your e-mail first.${sent}`, details: { email } });
    }
    case 'Suspended':
      return new Problem('Suspended', {
        message: `Your account is suspended until ${on(until)}.${because(account)}`,
        details,
      });
    case 'Banned':
      return new Problem('Banned', {
        message: `This account has been closed by the moderators.${because(account)}`,
        details: { userId, reason },
      });
    case 'Deleted':
      return new Problem('Deleted', {
        message: `You deleted this account on ${on(deletedAt)}. It will be erased on ${on(until)}.`,
        details: { deletedAt: deletedAt?.toISOString(), until: until?.toISOString() },
      });
  }
}
