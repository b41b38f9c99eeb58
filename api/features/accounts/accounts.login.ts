import type { Now } from '#api/platform/clock.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import type { Mailer } from '#api/platform/mail.ts';
import type { Networks } from '#api/platform/network.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { Login } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { type Guesses, isAddress, lockedOut } from './accounts.guesses.ts';
import { lockedOutMail } from './accounts.mails.ts';
import { isUsable, stateProblem } from './accounts.states.ts';
import type { Account, AccountStore } from './accounts.store.ts';

interface Deps {
  accounts: Pick<AccountStore, 'byEmail' | 'pendingByEmail' | 'byName' | 'rehash' | 'endSuspension'>;
  passwords: Passwords;
  guesses: Guesses;
  mailer: Pick<Mailer, 'send'>;
  limits: Limits;
  jobs: Pick<Jobs, 'soon'>;
  now: Now;
}

/** Where an attempt comes from. */
export type Visit = {
  networks: Networks;
  /** Whether any member has logged in with this device. */
  isMarked: boolean;
  /** Which device of a member's this is; null where they have not logged in with it. */
  deviceOf(accountId: string): string | null;
  log: Pick<Log, 'info' | 'warn'>;
};

/** Who is a member already, of those that may be meant. */
const memberOf = (candidates: readonly (Account | null)[]) =>
  candidates.find((one) => one && one.status !== 'Unconfirmed') ?? null;

/** What is logged of an attempt: whose it was, if anybody's, and from where. */
const factsOf = (member: Account | null, networks: Networks) => ({ accountId: member?.id, network: networks[0] });

/** Checks passwords: limit first, then always as many hashes, and the account's state only after the right password. */
export class LoginService {
  readonly #deps: Deps;
  readonly #warnings: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#warnings = deps.limits.limiter({ name: 'lock-mail', points: 1, seconds: 3600 });
  }

  /** @throws LoginFailed, LockedOut, too_many_requests, EmailNotConfirmed, Suspended, Banned, Deleted */
  async check(login: Login, visit: Visit): Promise<Account> {
    const account = await this.prove(login, visit);
    const { networks, log } = visit;
    const facts = factsOf(account, networks);
    const problem = stateProblem(account);
    if (problem) {
      log.info({ event: 'login.refused', code: problem.code, ...facts }, 'log-in refused');
      throw problem;
    }
    log.info({ event: 'login.succeeded', ...facts }, 'log-in');
    return account;
  }

  /** Whose password it is, in whatever state the account is. @throws LoginFailed, LockedOut, too_many_requests */
  async prove({ identifier, password }: Login, visit: Visit): Promise<Account> {
    const { guesses } = this.#deps;
    const { networks, isMarked, deviceOf, log } = visit;
    // Whoever has never logged in here is told of a lock before anybody looks whose it is: that look would take its time.
    const early = isMarked ? await this.#candidates(identifier) : null;
    const owner = early && memberOf(early);
    const guess = { identifier, networks, device: owner && deviceOf(owner.id) };
    const retryAfter = await guesses.count(guess);
    if (retryAfter > 0) {
      // Nobody waits for the mail, and where there is no account as much is done, so that the answer comes as fast.
      this.#deps.jobs.soon('lock mail', async () => {
        const member = memberOf(early ?? (await this.#candidates(identifier)));
        log.warn({ event: 'login.locked', ...factsOf(member, networks) }, 'log-in locked');
        await this.#warn(member);
      });
      throw lockedOut(retryAfter);
    }

    const candidates = early ?? (await this.#candidates(identifier));
    const member = memberOf(candidates);
    const account = await this.#rightOf(candidates, password);
    if (!account) {
      log.info({ event: 'login.failed', ...factsOf(member, networks) }, 'log-in failed');
      throw new Problem('LoginFailed');
    }
    // Anybody can sign up with somebody's address: that password must not buy more guesses at theirs. A name has one account.
    if (account === member || !isAddress(identifier)) await guesses.right(guess);
    return this.#afterSuspension(account);
  }

  /** Whose password it may be. An address has its member's, and that of a sign-up which waits. */
  async #candidates(identifier: string): Promise<(Account | null)[]> {
    const { accounts } = this.#deps;
    if (!isAddress(identifier)) return [await accounts.byName(identifier)];
    return Promise.all([accounts.byEmail(identifier), accounts.pendingByEmail(identifier)]);
  }

  /** Makes a hash for each candidate, also for one that there is not, until one is right. */
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

  async #warn(member: Account | null): Promise<void> {
    const wait = await this.#warnings.count(member?.id ?? 'nobody');
    if (wait === 0 && member?.status === 'Active' && member.passwordHash)
      await this.#deps.mailer.send(lockedOutMail, member);
  }
}
