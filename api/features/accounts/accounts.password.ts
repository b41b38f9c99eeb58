import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { isSpared, type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { type ProofWay, proofMinutes, proofWays } from '#contract/proof.ts';
import type { ChangePassword } from '#contract/sessions.ts';
import { t } from '#contract/texts.ts';
import { type Guesses, lockedOut } from './accounts.guesses.ts';
import type { Visit } from './accounts.login.ts';
import { passwordChangedMail } from './accounts.mails.ts';
import type { OpenIdLinkStore } from './accounts.openid.links.store.ts';
import type { PasskeyStore } from './accounts.passkeys.store.ts';
import { type Account, type AccountStore, personalTextsOf } from './accounts.store.ts';

const wrong = t`That isn't your current password.`;
const wrongNow = t`That isn't your current password. You changed it on this device. Try the new one.`;

interface Deps {
  accounts: AccountStore;
  passwords: Passwords;
  guesses: Guesses;
  mailer: Mailer;
  sessions: Sessions;
  passkeys: PasskeyStore;
  linkedAccounts: Pick<OpenIdLinkStore, 'of'>;
  emit: Events['emit'];
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
   * succeeds. Without the current password, the session must have proved a passkey within `proofMinutes`; a member who
   * has no password can prove by a mailed code, too.
   * @throws unauthenticated if the session ended meanwhile, proof.needed, FieldsRefused, LockedOut, too_many_requests
   */
  async change(input: ChangePassword, userId: string, session: SeenSession, visit: Visit): Promise<void> {
    const { accounts, passkeys, linkedAccounts, passwords, emit, jobs, mailer } = this.#deps;
    const { current, password } = input;
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    // Names the change, so that a repeated request records it once.
    const recordAs = (epoch: number) =>
      emit(securityEvent(userId, 'password.changed', { from: visit, key: String(epoch) }));
    const hasPasskeys = (await passkeys.of(userId)).length > 0;
    if (isCommonPassword(password, personalTextsOf(account))) {
      throw new FieldsRefused({ password: [t`That password is too common. Try a longer phrase.`] });
    }
    if (current === undefined) await this.#needProof(account, session.id, hasPasskeys);
    else if (!(await this.isRight(current, account, visit))) {
      const again = isSpared(session.id, account);
      if (again && (await this.isRight(password, account, visit))) return recordAs(account.authEpoch);
      throw new FieldsRefused({ current: [again ? wrongNow : wrong] });
    }
    if (password === current)
      throw new FieldsRefused({ password: [t`You already use this password. Choose another.`] });
    const changed = await accounts.changePassword(account, await passwords.hash(password), session.id);
    if (!changed) return this.change(input, userId, session, visit);
    visit.log.info({ event: 'password.changed', accountId: userId, network: visit.networks[0] }, 'password changed');
    await recordAs(account.authEpoch + 1);
    jobs.soon('password mail', async () => {
      const hasLinks = (await linkedAccounts.of(userId)).length > 0;
      await mailer.send(passwordChangedMail, { ...account, hasPasskeys, hasLinks });
    });
  }

  /** @throws proof.needed, FieldsRefused if the member has a password and no passkey */
  async #needProof(
    { id: userId, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
    sessionId: string,
    hasPasskeys: boolean,
  ): Promise<void> {
    const has = { passkey: hasPasskeys, password: false, code: passwordHash === null };
    const ways: ProofWay[] = proofWays.filter((way) => has[way]);
    if (ways.length === 0) throw new FieldsRefused({ current: [t`Enter your password.`] });
    if (await this.#deps.sessions.isProved(sessionId, ways, proofMinutes * 60)) return;
    throw new Problem('proof.needed', { details: { userId, ways } });
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
