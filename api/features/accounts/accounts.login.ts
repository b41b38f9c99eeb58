import type { Now } from '#api/platform/clock.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { Login } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { lockedOutMail } from './accounts.mails.ts';
import { maskedEmail } from './accounts.names.ts';
import { type Account, type AccountStore, emailKey, nameKey } from './accounts.store.ts';

const failures = { name: 'login-failures', points: 5, seconds: 15 * 60 };

interface Needs {
  accounts: Pick<AccountStore, 'byEmail' | 'byName' | 'rehash' | 'endSuspension'>;
  passwords: Passwords;
  mailer: Pick<Mailer, 'send'>;
  limits: Limits;
  now: Now;
}

const dateWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const on = (date: Date | null | undefined) => (date ? dateWords.format(date) : 'an earlier day');
const because = ({ reason }: Account) => (reason ? ` Reason: ${reason}.` : '');

/** Why an account cannot be used, told only to who knows its password. */
function stateProblem(account: Account): Problem | null {
  const { status, email, confirmationSentAt, until, reason } = account;
  const details = { until: until?.toISOString(), reason };
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
        details: { reason },
      });
    case 'Deleted':
      return new Problem('Deleted', {
        message: `You deleted this account. It will be erased on ${on(until)}.`,
        details: { until: until?.toISOString() },
      });
  }
}

/** Checks passwords: limit first, then always one hash, and the account's state only after the right password. */
export class LoginService {
  readonly #needs: Needs;
  readonly #failures: Limiter;
  readonly #warnings: Limiter;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#failures = needs.limits.limiter(failures);
    this.#warnings = needs.limits.limiter({ name: 'lock-mail', points: 1, seconds: failures.seconds });
  }

  /**
   * @param network where the attempt comes from: failures count for an identifier and a network together
   * @throws LoginFailed, LockedOut, EmailNotConfirmed, Suspended, Banned, Deleted
   */
  async check({ identifier, password }: Login, network: string): Promise<Account> {
    const { accounts, passwords } = this.#needs;
    const key = `${identifier.includes('@') ? emailKey(identifier) : nameKey(identifier)}|${network}`;
    // Counted before the password is read, so that parallel attempts cannot outrun the limit.
    const retryAfter = await this.#failures.count(key);
    const account = await (identifier.includes('@') ? accounts.byEmail(identifier) : accounts.byName(identifier));
    if (retryAfter > 0) return this.#lockOut(account, retryAfter);

    const { valid, stale } = await passwords.verify(password, account?.passwordHash ?? null);
    if (!valid || !account?.passwordHash) throw new Problem('LoginFailed');
    await this.#failures.reset(key);
    if (stale) await accounts.rehash(account.id, account.passwordHash, await passwords.hash(password));
    const current = await this.#afterSuspension(account);
    const problem = stateProblem(current);
    if (problem) throw problem;
    return current;
  }

  async #afterSuspension(account: Account): Promise<Account> {
    const now = this.#needs.now();
    if (account.status !== 'Suspended' || !account.until || account.until > now) return account;
    await this.#needs.accounts.endSuspension(account.id, now);
    return { ...account, status: 'Active' };
  }

  async #lockOut(account: Account | null, retryAfter: number): Promise<never> {
    const warned =
      account?.status !== 'Active' || !account.passwordHash || (await this.#warnings.count(account.id)) > 0;
    if (!warned) await this.#needs.mailer.send(lockedOutMail(account));
    const minutes = Math.ceil(retryAfter / 60);
    const message = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
    throw new Problem('LockedOut', { message, details: { retryAfter } });
  }
}
