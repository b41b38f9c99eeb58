import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { isSpared, type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import { FieldsRefused } from '#contract/problems.ts';
import type { ChangePassword } from '#contract/sessions.ts';
import { t } from '#contract/texts.ts';
import { type Guesses, lockedOut } from './accounts.guesses.ts';
import type { Visit } from './accounts.login.ts';
import { passwordChangedMail } from './accounts.mails.ts';
import { type Account, type AccountStore, personalTextsOf } from './accounts.store.ts';

const wrong = t`That isn't your current password.`;
const wrongNow = t`That isn't your current password. You changed it on this device. Try the new one.`;

interface Deps {
  accounts: AccountStore;
  passwords: Passwords;
  guesses: Guesses;
  mailer: Mailer;
  jobs: Jobs;
}

/** Changes a password from a session. Only that session stays alive. */
export class PasswordService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Changes the password and ends all other sessions and mailed links. A request repeated after a lost response
   * succeeds.
   * @throws unauthenticated if the session ended meanwhile, FieldsRefused, LockedOut, too_many_requests
   */
  async change(input: ChangePassword, userId: string, session: SeenSession, visit: Visit): Promise<void> {
    const { accounts, passwords, jobs, mailer } = this.#deps;
    const { current, password } = input;
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    if (isCommonPassword(password, personalTextsOf(account))) {
      throw new FieldsRefused({ password: [t`That password is too common. Try a longer phrase.`] });
    }
    if (!(await this.isRight(current, account, visit))) {
      const again = isSpared(session.id, account);
      if (again && (await this.isRight(password, account, visit))) return;
      throw new FieldsRefused({ current: [again ? wrongNow : wrong] });
    }
    if (password === current)
      throw new FieldsRefused({ password: [t`You already use this password. Choose another.`] });
    const changed = await accounts.changePassword(account, await passwords.hash(password), session.id);
    if (!changed) return this.change(input, userId, session, visit);
    visit.log.info({ event: 'password.changed', accountId: userId, network: visit.networks[0] }, 'password changed');
    jobs.soon('password mail', () => mailer.send(passwordChangedMail, account));
  }

  /** Counts each attempt like a log-in: somebody who finds a device unlocked must not be able to guess. @throws LockedOut, too_many_requests */
  async isRight(password: string, account: Account, { networks, deviceOf, log }: Visit): Promise<boolean> {
    const { guesses, passwords } = this.#deps;
    const guess = { identifier: account.username, networks, device: deviceOf(account.id) };
    const logFields = { accountId: account.id, network: networks[0] };
    const retryAfter = await guesses.count(guess);
    if (retryAfter > 0) {
      log.warn({ event: 'password.locked', ...logFields }, 'password locked');
      throw lockedOut(retryAfter);
    }
    const { valid } = await passwords.verify(password, account.passwordHash);
    if (valid) await guesses.right(guess);
    else log.info({ event: 'password.failed', ...logFields }, 'password failed');
    return valid;
  }
}
