import { randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { type Limiter, type Limits, refuseUntil } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { newId } from '#contract/ids.ts';
import type { ChangeEmail, ConfirmNewEmail, UndoEmail } from '#contract/own-account.ts';
import { daysToUndoEmail, hoursToConfirmEmail } from '#contract/periods.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { RememberedBans } from './accounts.bans.store.ts';
import { emailChangeAskedMail, emailChangedMail, emailInUseMail, newEmailMail } from './accounts.changes.mails.ts';
import type { EmailStore } from './accounts.emails.store.ts';
import type { Guesses } from './accounts.guesses.ts';
import type { Link, LinkStore } from './accounts.links.store.ts';
import type { Visit } from './accounts.login.ts';
import { bannedBeforeMail, blockedAddressMail, passwordResetMail } from './accounts.mails.ts';
import { maskedEmail } from './accounts.names.ts';
import type { OpenIdLinkStore } from './accounts.openid.links.store.ts';
import type { PasskeyStore } from './accounts.passkeys.store.ts';
import type { PasswordService } from './accounts.password.ts';
import { stateProblem } from './accounts.states.ts';
import { type Account, type AccountStore, type EmailChange, emailKey, personalTextsOf } from './accounts.store.ts';

const hourMs = 3_600_000;
const confirmMs = hoursToConfirmEmail * hourMs;
const undoMs = daysToUndoEmail * 24 * hourMs;

interface Deps {
  accounts: AccountStore;
  emails: EmailStore;
  links: LinkStore;
  sessions: Sessions;
  passwords: Passwords;
  passwordChecks: PasswordService;
  passkeys: PasskeyStore;
  linkedAccounts: OpenIdLinkStore;
  bans: RememberedBans;
  /** Whether operators have blocked an address. */
  isAddressBlocked(email: string): Promise<boolean>;
  guesses: Guesses;
  mailer: Mailer;
  limits: Limits;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/** What a member has to do besides opening the link. */
type Needs = 'password' | 'login' | null;

/** The change that waits for its confirmation, unless it has expired or all links were voided since. */
export function pendingChange({ emailChange, authEpoch }: Account, now: Date): EmailChange | null {
  return emailChange && emailChange.epoch === authEpoch && emailChange.until > now ? emailChange : null;
}

/**
 * Changes members' addresses. Nothing changes before the new address is confirmed by a mailed link; the former one is
 * told of both, and can undo it. An address that another account has gets the same answer, and a mail to that member.
 */
export class EmailChangeService {
  readonly #deps: Deps;
  readonly #mails: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#mails = deps.limits.limiter({ name: 'new-email-mail', points: 5, seconds: 3600 });
  }

  /**
   * Mails a link to a new address, which replaces an earlier one.
   * @throws FieldsRefused for the present address, too_many_requests, unauthenticated if the session ended meanwhile
   */
  async ask(input: ChangeEmail, userId: string, session: SeenSession, visit: Visit): Promise<void> {
    const { email } = input;
    const { accounts, emails, jobs } = this.#deps;
    refuseUntil(await this.#mails.count(emailKey(email)));
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    if (emailKey(email) === emailKey(account.email)) {
      throw new FieldsRefused({ email: [t`This is your e-mail already.`] });
    }
    const change = { id: newId(), email, epoch: account.authEpoch, until: this.#after(confirmMs) };
    // Something else changed, perhaps the password.
    if (!(await emails.ask(account, change))) return this.ask(input, userId, session, visit);
    visit.log.info({ event: 'email.asked', accountId: userId, network: visit.networks[0] }, 'new e-mail asked for');
    // Mail after the response, so that it is equally fast if somebody else has the address.
    jobs.soon('mails about a new address', () => this.#mail(account, change));
  }

  /** Drops the change that waits for its confirmation. */
  cancel(userId: string): Promise<void> {
    return this.#deps.emails.cancel(userId);
  }

  async #mail(account: Account, { id: changeId, email, epoch, until }: EmailChange): Promise<void> {
    const { accounts, links, bans, isAddressBlocked, mailer } = this.#deps;
    const undo = await this.#undoLink(account, changeId, confirmMs + undoMs);
    await mailer.send(emailChangeAskedMail, { ...account, masked: maskedEmail(email), token: undo });
    const owner = await accounts.byEmail(email);
    const token = newToken();
    const link = { kind: 'change-email', userId: account.id, epoch, expiresAt: until, changeId } as const;
    await links.insert(token, link);
    if (owner) await mailer.send(emailInUseMail, owner);
    else if (await bans.hasEmail(emailKey(email))) await mailer.send(bannedBeforeMail, { ...account, email });
    else if (await isAddressBlocked(email)) await mailer.send(blockedAddressMail, { ...account, email });
    else await mailer.send(newEmailMail, { ...account, email, token });
  }

  async #undoLink({ id: userId, authEpoch: epoch }: Account, changeId: string, ms: number): Promise<string> {
    const token = newToken();
    await this.#deps.links.insert(token, { kind: 'undo-email', userId, epoch, expiresAt: this.#after(ms), changeId });
    return token;
  }

  /** @throws confirm.invalid for an old or unknown link, EmailAlreadyConfirmed for a used one */
  async #toConfirm(token: string): Promise<{ account: Account; change: EmailChange }> {
    const { accounts, links, now } = this.#deps;
    const link = await links.byToken(token);
    const account = link?.kind === 'change-email' ? await accounts.byId(link.userId) : null;
    if (!link || !account) throw new Problem('confirm.invalid');
    if (account.formerEmails?.some(({ id }) => id === link.changeId)) throw new Problem('EmailAlreadyConfirmed');
    const change = pendingChange(account, now());
    if (!change || change.id !== link.changeId || link.epoch !== account.authEpoch) {
      throw new Problem('confirm.invalid');
    }
    return { account, change };
  }

  /** Somebody else may have got the link, if the address was mistyped. */
  #needs({ id, passwordHash }: Account, viewerId: string | undefined): Needs {
    if (viewerId === id) return null;
    return passwordHash ? 'password' : 'login';
  }

  /** What a link would do. @throws confirm.invalid, EmailAlreadyConfirmed */
  async readNew(token: string, viewerId?: string): Promise<{ username: string; email: string; needs: Needs }> {
    const { account, change } = await this.#toConfirm(token);
    return { username: account.username, email: change.email, needs: this.#needs(account, viewerId) };
  }

  /**
   * Changes the address by the link that was mailed to it. Whoever is not logged in as the member enters the password.
   * @throws confirm.invalid, EmailAlreadyConfirmed, email.taken, email.logIn, FieldsRefused, LockedOut,
   * too_many_requests, and what `stateProblem` says
   */
  async confirm(input: ConfirmNewEmail, viewerId: string | undefined, visit: Visit): Promise<void> {
    const { emails, passwordChecks, mailer, emit, jobs } = this.#deps;
    const { account, change } = await this.#toConfirm(input.token);
    const needs = this.#needs(account, viewerId);
    if (needs === 'login') throw new Problem('email.logIn');
    if (needs) await this.#checkPassword(input.password, account, visit, passwordChecks);
    const problem = stateProblem(account);
    if (problem) throw problem;
    const confirmed = await emails.confirm(account, change, this.#after(undoMs)).catch((error: unknown) => {
      if (isDuplicate(error)) throw new Problem('email.taken');
      throw error;
    });
    // It was used, taken back or undone meanwhile.
    if (!confirmed) return this.confirm(input, viewerId, visit);
    visit.log.info({ event: 'email.changed', accountId: account.id, network: visit.networks[0] }, 'e-mail changed');
    const about = maskedEmail(change.email);
    await emit(securityEvent(account.id, 'email.changed', { from: visit, about, key: change.id }));
    jobs.soon('mail about a changed address', async () => {
      const token = await this.#undoLink(account, change.id, undoMs);
      await mailer.send(emailChangedMail, { ...account, masked: maskedEmail(change.email), token });
    });
  }

  async #checkPassword(
    password: string | undefined,
    account: Account,
    visit: Visit,
    checks: PasswordService,
  ): Promise<void> {
    if (!password) throw new FieldsRefused({ password: [t`Enter your password.`] });
    if (await checks.isRight(password, account, visit)) return;
    throw new FieldsRefused({ password: [t`That isn't your password.`] });
  }

  /**
   * Neither a new password nor the end of all sessions voids the link: somebody else may have done that.
   * @throws undo.invalid
   */
  async #toUndo(
    token: string,
  ): Promise<{ account: Account; link: Link; email: string; changed: boolean; since: Date }> {
    const { accounts, links, now } = this.#deps;
    const link = await links.byToken(token);
    const account = link?.kind === 'undo-email' ? await accounts.byId(link.userId) : null;
    if (!link || !account || link.expiresAt <= now()) throw new Problem('undo.invalid');
    const former = account.formerEmails?.find(({ id, until }) => id === link.changeId && until > now());
    const isPending = account.emailChange?.id === link.changeId;
    if (!former && !isPending) throw new Problem('undo.invalid');
    const changedAt = former && +former.until - undoMs;
    const since = new Date(changedAt ?? +(account.emailChange?.until ?? now()) - confirmMs);
    return { account, link, email: former?.email ?? account.email, changed: former !== undefined, since };
  }

  /** What a link would do. @throws undo.invalid */
  async readUndo(token: string): Promise<{ username: string; email: string; changed: boolean }> {
    const { account, email, changed } = await this.#toUndo(token);
    return { username: account.username, email, changed };
  }

  /**
   * Undoes a change of the address, and all later ones. Somebody else may hold the account, so this also sets a new
   * password, ends all sessions, voids all other links and removes passkeys and linked accounts that were
   * added since the change.
   * @returns the member's id
   * @throws undo.invalid, email.taken, FieldsRefused
   */
  async undo(input: UndoEmail, visit: Visit): Promise<string> {
    const { emails, sessions, passkeys, linkedAccounts, passwords, guesses, mailer, emit, jobs } = this.#deps;
    const { account, link, email, changed, since } = await this.#toUndo(input.token);
    const restored = { ...account, email };
    if (isCommonPassword(input.password, personalTextsOf(restored))) {
      throw new FieldsRefused({ password: [t`That password is too common. Try a longer phrase.`] });
    }
    const passwordHash = await passwords.hash(input.password);
    const changeId = link.changeId ?? '';
    const write = changed ? emails.undo(account, changeId, passwordHash) : emails.drop(account, changeId, passwordHash);
    const undone = await write.catch((error: unknown) => {
      if (isDuplicate(error)) throw new Problem('email.taken');
      throw error;
    });
    // The change was confirmed, or anything else happened meanwhile.
    if (!undone) return this.undo(input, visit);
    await sessions.forgetAll(account.id);
    await passkeys.removeSince(account.id, since);
    await linkedAccounts.removeSince(account.id, since);
    await guesses.unlock([account.username, email], visit.networks);
    visit.log.info(
      { event: 'email.undone', accountId: account.id, network: visit.networks[0] },
      'change of e-mail undone',
    );
    const about = maskedEmail(email);
    await emit(securityEvent(account.id, 'email.restored', { from: visit, about, key: link.changeId }));
    jobs.soon('password mail', async () => {
      const hasPasskeys = (await passkeys.of(account.id)).length > 0;
      const hasLinks = (await linkedAccounts.of(account.id)).length > 0;
      await mailer.send(passwordResetMail, { ...restored, hasPasskeys, hasLinks });
    });
    return account.id;
  }

  #after(ms: number): Date {
    return new Date(this.#deps.now().getTime() + ms);
  }
}

const newToken = () => randomBytes(32).toString('base64url');
