import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { ConfirmEmail } from '#contract/accounts.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { type Guesses, lockedOut } from './accounts.guesses.ts';
import type { LinkStore } from './accounts.links.store.ts';
import type { Visit } from './accounts.login.ts';
import type { OpenIdLinkStore } from './accounts.openid.links.store.ts';
import type { Account, AccountStore } from './accounts.store.ts';

const anotherPassword = {
  password: [t`This sign-up has a different password. If you didn't sign up, do it now with your own.`],
};

interface Deps {
  accounts: AccountStore;
  links: LinkStore;
  linkedAccounts: Pick<OpenIdLinkStore, 'add'>;
  passwords: Passwords;
  guesses: Guesses;
  emit: Events['emit'];
  joining: {
    /** @throws a problem if the site does not take the account now */
    enter(
      account: Account,
      write: (status: 'Active' | 'Applied') => Promise<boolean>,
    ): Promise<'Active' | 'Applied' | null>;
  };
  now: Now;
}

/** Confirms an e-mail: the link proves who owns the address, the password proves who signed up. */
export class ConfirmationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws confirm.invalid for an old or unknown link, EmailAlreadyConfirmed for a used one */
  async #linkedTo(token: string): Promise<Account> {
    const { accounts, links, now } = this.#deps;
    const link = await links.byToken(token);
    const account = link?.kind === 'confirm' ? await accounts.byId(link.userId) : null;
    if (!link || !account || account.authEpoch !== link.epoch) throw new Problem('confirm.invalid');
    if (account.status !== 'Unconfirmed') throw new Problem('EmailAlreadyConfirmed');
    if (link.expiresAt <= now()) throw new Problem('confirm.invalid');
    return account;
  }

  /** The account that a link would confirm. @throws confirm.invalid, EmailAlreadyConfirmed */
  async read(token: string): Promise<{ username: string; email: string }> {
    const { username, email } = await this.#linkedTo(token);
    return { username, email };
  }

  /**
   * @throws confirm.invalid, EmailAlreadyConfirmed, FieldsRefused, LockedOut, too_many_requests, the problems of joining;
   * Applied if the address is confirmed and operators have yet to let the account in
   */
  async confirm(
    { token, password }: ConfirmEmail,
    { networks, log }: Pick<Visit, 'networks' | 'log'>,
  ): Promise<Account> {
    const { passwords, guesses } = this.#deps;
    const guess = { identifier: `link ${token}`, networks, device: null };
    const retryAfter = await guesses.count(guess);
    const account = await this.#linkedTo(token);
    const logFields = { accountId: account.id, network: networks[0] };
    if (retryAfter > 0) {
      log.warn({ event: 'login.locked', ...logFields }, 'log-in locked');
      throw lockedOut(retryAfter);
    }
    if (!(await passwords.verify(password, account.passwordHash)).valid) {
      log.info({ event: 'login.failed', ...logFields }, 'log-in failed');
      throw new FieldsRefused(anotherPassword);
    }
    await guesses.right(guess);
    const member = await this.enter(account, { networks, log });
    // Meanwhile the link was used, or the account was replaced by another sign-up.
    if (!member) await this.#linkedTo(token);
    if (!member) throw new Problem('EmailAlreadyConfirmed');
    return member;
  }

  /**
   * Makes somebody a member whose address is confirmed.
   * @returns null if the account changed meanwhile, or the address is another member's
   * @throws the problems of joining; Applied if operators have yet to let the account in
   */
  async enter(account: Account, { networks, log }: Pick<Visit, 'networks' | 'log'>): Promise<Account | null> {
    const { accounts, linkedAccounts, emit, joining, now } = this.#deps;
    const logFields = { accountId: account.id, network: networks[0] };
    const status = await joining.enter(account, (entered) =>
      accounts.confirm(account, entered).catch((error: unknown) => {
        if (isDuplicate(error)) return false;
        throw error;
      }),
    );
    if (!status) return null;
    if (account.elsewhere) await linkedAccounts.add(account.id, account.elsewhere, now());
    log.info({ event: 'email.confirmed', ...logFields }, 'e-mail confirmed');
    if (status === 'Applied') throw new Problem('Applied');
    log.info({ event: 'login.succeeded', ...logFields }, 'log-in');
    await emit({ what: 'member.joined', memberId: account.id });
    return { ...account, status };
  }
}
