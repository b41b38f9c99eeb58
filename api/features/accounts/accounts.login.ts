import type { Networks } from '#api/platform/addresses/network.ts';
import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { Sender } from '#api/platform/sessions/sender.ts';
import type { Login } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { type Guesses, isAddress, lockedOut } from './accounts.guesses.ts';
import { lockedOutMail } from './accounts.mails.ts';
import { isUsable, stateProblem } from './accounts.states.ts';
import { type Account, type AccountStore, personalTextsOf } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  passwords: Passwords;
  guesses: Guesses;
  mailer: Mailer;
  limits: Limits;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
  /** Mails a link that sets a new password. */
  askReset(email: string): Promise<void>;
}

/** Where an attempt comes from. */
export type Visit = Sender & {
  networks: Networks;
  /** Whether any member has logged in with this device. */
  isKnownDevice: boolean;
  /** The id of this device for a member; null if they have not logged in with it. */
  deviceOf(accountId: string): string | null;
  log: Log;
};

/** The confirmed account among the candidates. */
const memberOf = (candidates: readonly (Account | null)[]) =>
  candidates.find((one) => one && one.status !== 'Unconfirmed') ?? null;

/** Log fields of an attempt. */
const logFieldsOf = (member: Account | null, networks: Networks) => ({ accountId: member?.id, network: networks[0] });

/**
 * Checks passwords. The rate limit comes first, the number of hashes is always the same, and the account's state is
 * only revealed after the right password.
 */
export class LoginService {
  readonly #deps: Deps;
  readonly #warnings: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#warnings = deps.limits.limiter({ name: 'lock-mail', points: 1, seconds: 3600 });
  }

  /** @throws what {@link proveForLogin} and {@link admit} throw */
  async check(login: Login, visit: Visit): Promise<Account> {
    return this.admit(await this.proveForLogin(login, visit), visit);
  }

  /**
   * Checks the password of somebody who logs in. A common one lets nobody in: its owner is mailed a link to choose
   * another.
   * @throws LoginFailed, LockedOut, too_many_requests, password.common
   */
  async proveForLogin(login: Login, visit: Visit): Promise<Account> {
    const { askReset, now } = this.#deps;
    const account = await this.prove(login, visit);
    // Others are told the state of their account.
    const canLogIn = isUsable(account, now()) || (account.status === 'Deleted' && !account.shut);
    if (!canLogIn || !isCommonPassword(login.password, personalTextsOf(account))) return account;
    const logFields = logFieldsOf(account, visit.networks);
    visit.log.info({ event: 'login.refused', code: 'password.common', ...logFields }, 'log-in refused');
    await askReset(account.email);
    throw new Problem('password.common');
  }

  /** Lets somebody in who has proved that the account is theirs. @throws EmailNotConfirmed, Suspended, Banned, Deleted */
  async admit(proved: Account, { networks, log }: Visit): Promise<Account> {
    const account = await this.#afterSuspension(proved);
    const logFields = logFieldsOf(account, networks);
    const problem = stateProblem(account);
    if (problem) {
      log.info({ event: 'login.refused', code: problem.code, ...logFields }, 'log-in refused');
      throw problem;
    }
    log.info({ event: 'login.succeeded', ...logFields }, 'log-in');
    return account;
  }

  /** Checks the password, in whatever state the account is. @throws LoginFailed, LockedOut, too_many_requests */
  async prove({ identifier, password }: Login, visit: Visit): Promise<Account> {
    const { guesses } = this.#deps;
    const { networks, isKnownDevice, deviceOf, log } = visit;
    // On an unknown device, refuse before the account is looked up: the time of the look-up would reveal whether it
    // exists.
    const early = isKnownDevice ? await this.#candidates(identifier) : null;
    const owner = early && memberOf(early);
    const guess = { identifier, networks, device: owner && deviceOf(owner.id) };
    const retryAfter = await guesses.count(guess);
    if (retryAfter > 0) {
      // Mail after the response, and do the same work if there is no account, so that both take equally long.
      this.#deps.jobs.soon('lock mail', async () => {
        const member = memberOf(early ?? (await this.#candidates(identifier)));
        log.warn({ event: 'login.locked', ...logFieldsOf(member, networks) }, 'log-in locked');
        await this.#warn(member, visit);
      });
      throw lockedOut(retryAfter);
    }

    const candidates = early ?? (await this.#candidates(identifier));
    const member = memberOf(candidates);
    const account = await this.#rightOf(candidates, password);
    if (!account) {
      log.info({ event: 'login.failed', ...logFieldsOf(member, networks) }, 'log-in failed');
      throw new Problem('LoginFailed');
    }
    // Anybody can sign up with somebody else's address; the password of that sign-up must not reset the member's limit.
    // A name has only one account.
    if (account === member || !isAddress(identifier)) await guesses.right(guess);
    return account;
  }

  /** The accounts that are possibly meant. An address can have a member and an unconfirmed sign-up. */
  async #candidates(identifier: string): Promise<(Account | null)[]> {
    const { accounts } = this.#deps;
    if (!isAddress(identifier)) return [await accounts.byName(identifier)];
    return Promise.all([accounts.byEmail(identifier), accounts.pendingByEmail(identifier)]);
  }

  /** Verifies a hash for each candidate, also for a missing one, until one is right. */
  async #rightOf(candidates: (Account | null)[], password: string): Promise<Account | null> {
    const { accounts, passwords } = this.#deps;
    for (const account of candidates) {
      const { valid, stale } = await passwords.verify(password, account?.passwordHash ?? null);
      if (!valid || !account?.passwordHash) continue;
      if (stale) await accounts.rehash(account.id, account.passwordHash, await passwords.hash(password));
      return account;
    }
    return null;
  }

  async #afterSuspension(account: Account): Promise<Account> {
    const now = this.#deps.now();
    if (account.status !== 'Suspended' || !isUsable(account, now)) return account;
    await this.#deps.accounts.endSuspension(account.id, now);
    return { ...account, status: 'Active' };
  }

  async #warn(member: Account | null, from: Sender): Promise<void> {
    const wait = await this.#warnings.count(member?.id ?? 'nobody');
    if (wait > 0 || member?.status !== 'Active' || !member.passwordHash) return;
    await this.#deps.emit(securityEvent(member.id, 'login.locked', { from }));
    await this.#deps.mailer.send(lockedOutMail, member);
  }
}
