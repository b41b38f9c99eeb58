import { randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { ResetPassword } from '#contract/accounts.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { type Guesses, lockedOut } from './accounts.guesses.ts';
import { linkMs } from './accounts.link-times.ts';
import type { Link, LinkStore } from './accounts.links.store.ts';
import type { Visit } from './accounts.login.ts';
import { neverConfirmedMail, passwordResetMail, resetMail } from './accounts.mails.ts';
import type { OpenIdLinkStore } from './accounts.openid.links.store.ts';
import type { PasskeyStore } from './accounts.passkeys.store.ts';
import { type Account, type AccountStore, emailKey, personalTextsOf } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  links: LinkStore;
  passkeys: PasskeyStore;
  linkedAccounts: Pick<OpenIdLinkStore, 'of'>;
  passwords: Passwords;
  guesses: Guesses;
  mailer: Mailer;
  limits: Limits;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/** Resets forgotten passwords by a mailed link. */
export class ResetService {
  readonly #deps: Deps;
  readonly #mails: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#mails = deps.limits.limiter({ name: 'reset-mail', points: 3, seconds: 3600 });
  }

  /**
   * Mails a link to the member with this address, at most three times an hour. The response does not reveal whether it
   * did.
   */
  async ask(email: string): Promise<void> {
    const { accounts, jobs, mailer } = this.#deps;
    const wait = await this.#mails.count(emailKey(email));
    const [member, waiting] = await Promise.all([accounts.byEmail(email), accounts.pendingByEmail(email)]);
    if (wait > 0) return;
    // Mail after the response, so that the response is equally fast if there is no account.
    if (member) jobs.soon('reset mail', () => this.mailLink(member));
    else if (waiting) jobs.soon('reset mail', () => mailer.send(neverConfirmedMail, waiting));
  }

  /** Mails a link to a member. */
  async mailLink(member: Account): Promise<void> {
    await this.#deps.mailer.send(resetMail, { ...member, token: await this.createLink(member) });
  }

  /** Creates the token of a link that works for an hour. The caller hands it to the member. */
  async createLink({ id, authEpoch, email }: Pick<Account, 'id' | 'authEpoch' | 'email'>): Promise<string> {
    const { links, now } = this.#deps;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now().getTime() + linkMs.reset);
    const link = { kind: 'reset', userId: id, epoch: authEpoch, expiresAt, email: emailKey(email) } as const;
    await links.insert(token, link);
    return token;
  }

  /**
   * The link and its account, even if the link is void.
   * @throws reset.invalid for an unknown or expired link, and for one that was mailed to an earlier address
   */
  async #linkedTo(token: string): Promise<{ link: Link; account: Account }> {
    const { accounts, links, now } = this.#deps;
    const link = await links.byToken(token);
    const account = link?.kind === 'reset' ? await accounts.byId(link.userId) : null;
    if (!link || !account || link.expiresAt <= now()) throw new Problem('reset.invalid');
    if (link.email !== undefined && link.email !== emailKey(account.email)) throw new Problem('reset.invalid');
    return { link, account };
  }

  /** The account whose password a link would change. @throws reset.invalid */
  async read(token: string): Promise<{ username: string; email: string }> {
    const { link, account } = await this.#linkedTo(token);
    if (link.epoch !== account.authEpoch) throw new Problem('reset.invalid');
    return { username: account.username, email: account.email };
  }

  /**
   * Sets a new password, ends all sessions and voids all links. A request repeated after a lost response succeeds.
   * @throws reset.invalid, FieldsRefused
   */
  async reset({ token, password }: ResetPassword, visit: Visit): Promise<void> {
    const { accounts, passkeys, linkedAccounts, passwords, guesses, emit, jobs, mailer } = this.#deps;
    const { networks, log } = visit;
    const { link, account } = await this.#linkedTo(token);
    // Named by the link, so that a repeated request records it once.
    const record = () =>
      emit(securityEvent(account.id, 'password.reset', { from: visit, key: String(link.epoch + 1) }));
    if (link.epoch !== account.authEpoch) {
      await this.#isDone({ token, password }, link, account, networks);
      return record();
    }
    if (isCommonPassword(password, personalTextsOf(account))) {
      throw new FieldsRefused({ password: [t`That password is too common. Try a longer phrase.`] });
    }
    const changed = await accounts.changePassword(account, await passwords.hash(password));
    if (!changed) return this.reset({ token, password }, visit);
    await guesses.unlock([account.username, account.email], networks);
    log.info({ event: 'password.reset', accountId: account.id, network: networks[0] }, 'password reset');
    await record();
    jobs.soon('password mail', async () => {
      const hasPasskeys = (await passkeys.of(account.id)).length > 0;
      const hasLinks = (await linkedAccounts.of(account.id)).length > 0;
      await mailer.send(passwordResetMail, { ...account, hasPasskeys, hasLinks });
    });
  }

  /**
   * A used link reveals whether a password is right, so this counts as a guess.
   * @throws LockedOut, too_many_requests, and reset.invalid unless the link was used for this very password and nothing
   * happened since
   */
  async #isDone(
    { token, password }: ResetPassword,
    { epoch }: Link,
    { authEpoch, passwordHash }: Account,
    networks: Visit['networks'],
  ): Promise<void> {
    const { guesses, passwords } = this.#deps;
    if (authEpoch !== epoch + 1) throw new Problem('reset.invalid');
    const guess = { identifier: `link ${token}`, networks, device: null };
    const retryAfter = await guesses.count(guess);
    if (retryAfter > 0) throw lockedOut(retryAfter);
    if (!(await passwords.verify(password, passwordHash)).valid) throw new Problem('reset.invalid');
    await guesses.right(guess);
  }
}
