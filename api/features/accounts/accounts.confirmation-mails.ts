import { randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { RememberedBans } from './accounts.bans.store.ts';
import { linkMs } from './accounts.link-times.ts';
import type { LinkStore } from './accounts.links.store.ts';
import { alreadyMemberMail, bannedBeforeMail, blockedAddressMail, confirmationMail } from './accounts.mails.ts';
import { type Account, type AccountStore, emailKey } from './accounts.store.ts';

const minute = 60_000;
const batchSize = 200;

interface Deps {
  accounts: AccountStore;
  links: LinkStore;
  bans: RememberedBans;
  mailer: Mailer;
  limits: Limits;
  jobs: Jobs;
  isAddressBlocked(email: string): Promise<boolean>;
  now: Now;
}

/** Mails confirmation links, with a rate limit for each address. A mail over the limit is sent later. */
export class ConfirmationMails {
  readonly #deps: Deps;
  readonly #signups: Limiter;
  readonly #repeats: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#signups = deps.limits.limiter({ name: 'signup-mail', points: 5, seconds: 3600 });
    this.#repeats = deps.limits.limiter({ name: 'account-mail', points: 1, seconds: 600 });
  }

  /** Mails the first link. If other people's sign-ups used up the limit of the address, the mail stays due. */
  async send(account: Account): Promise<void> {
    if ((await this.#signups.count(emailKey(account.email))) === 0) await this.#mail(account);
  }

  /** Mails the first links that are due. */
  async sweep(): Promise<void> {
    const { accounts, now } = this.#deps;
    const after = (ms: number) => new Date(now().getTime() + ms);
    for (const due of await accounts.dueMails(now(), batchSize)) {
      const taken = { ...due, mailAt: after(minute) };
      if (!(await accounts.putOffMail(due, taken.mailAt))) continue;
      const hourly = await this.#signups.count(emailKey(due.email));
      const wait = hourly && Math.min(hourly, await this.#repeats.count(emailKey(due.email)));
      if (wait === 0) await this.#mail(taken);
      else await accounts.putOffMail(taken, after(wait * 1000));
    }
  }

  /**
   * Mails a new link to an unconfirmed account, at most every ten minutes. The response does not reveal whether it did.
   */
  async resend(email: string): Promise<void> {
    const { accounts, jobs } = this.#deps;
    const account = await accounts.pendingByEmail(email);
    // An address without an unconfirmed account counts under another key: that takes equally long, and leaves the limit
    // of a later sign-up untouched.
    const key = account ? emailKey(email) : `nobody ${emailKey(email)}`;
    if ((await this.#repeats.count(key)) > 0 || !account) return;
    // Mail after the response, so that the response is equally fast if there is no account.
    jobs.soon('confirmation mail', () => this.#mail(account));
  }

  /**
   * Mails the link. If the address is a member's or was a banned one's, or operators have blocked it, its owner gets a
   * notice instead; all other steps are the same.
   */
  async #mail(account: Account): Promise<void> {
    const { accounts, links, bans, mailer, isAddressBlocked, now } = this.#deps;
    const [owner, isBanned, isBlocked] = await Promise.all([
      accounts.byEmail(account.email),
      bans.hasEmail(emailKey(account.email)),
      isAddressBlocked(account.email),
    ]);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now().getTime() + linkMs.confirm);
    const { id: userId, authEpoch: epoch } = account;
    await links.insert(token, { kind: 'confirm', userId, epoch, expiresAt });
    if (owner) await mailer.send(alreadyMemberMail, owner);
    else if (isBanned) await mailer.send(bannedBeforeMail, account);
    else if (isBlocked) await mailer.send(blockedAddressMail, account);
    else await mailer.send(confirmationMail, { ...account, token });
    await accounts.noteConfirmationSent(account, now());
  }
}
