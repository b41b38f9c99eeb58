import { randomBytes } from 'node:crypto';
import type { DepartureService } from '#api/features/accounts/accounts.departure.ts';
import type { ErasureService } from '#api/features/accounts/accounts.erasure.ts';
import type { LinkStore } from '#api/features/accounts/accounts.links.store.ts';
import type { LoginService, Visit } from '#api/features/accounts/accounts.login.ts';
import { maskedEmail } from '#api/features/accounts/accounts.names.ts';
import type { ResetService } from '#api/features/accounts/accounts.reset.ts';
import { isUsable, stateProblem } from '#api/features/accounts/accounts.states.ts';
import type { Account, AccountStore } from '#api/features/accounts/accounts.store.ts';
import type { ModerationService } from '#api/features/moderation/moderation.service.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Log } from '#api/platform/logs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import type { SignedIn } from '#api/platform/sessions/signed-in.ts';
import { type EraseMember, exportMinutes, type MemberAccount } from '#contract/account-help.ts';
import { daysToErasure, type Login } from '#contract/accounts.ts';
import type { Act } from '#contract/moderation.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { emailChangedMail, erasedMail, erasureMail, newEmailMail } from './account-help.mails.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

interface Deps {
  accounts: AccountStore;
  links: LinkStore;
  logins: LoginService;
  resets: ResetService;
  departures: DepartureService;
  erasure: ErasureService;
  sessions: Sessions;
  signedInDevices: SignedIn;
  moderation: ModerationService;
  /** Tells that sessions of a member have ended. */
  signedOut(memberId: string): Promise<void>;
  emit: Events['emit'];
  mailer: Mailer;
  jobs: Jobs;
  now: Now;
  log: Log;
}

type What = Extract<
  Act['what'],
  'password.link' | 'email.show' | 'email.change' | 'sessions.end' | 'account.export' | 'account.erase'
>;

/** Helps with accounts whose members cannot log in, by operators and for banned members. Each use is in the moderation log. */
export class AccountHelp {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A confirmed account that is not being erased. @throws not_found */
  async #account(id: string): Promise<Account> {
    const account = await this.#deps.accounts.byId(id);
    if (!account?.email) throw new Problem('not_found');
    return account;
  }

  /** Records a deed in the moderation log. @throws moderation.state if it was not possible */
  #record(
    by: string,
    { id, username }: Pick<Account, 'id' | 'username'>,
    what: What,
    change: () => Promise<boolean>,
    { reason = '', until = null }: { reason?: string; until?: Date | null } = {},
  ): Promise<Act> {
    return this.#deps.moderation.act(by, { id, username }, { what, reason, until }, { isSo: false, change });
  }

  /** Finds a member by username or e-mail address. @throws not_found */
  async find(who: string): Promise<{ id: string; username: string }> {
    const { accounts } = this.#deps;
    const found = await (who.includes('@')
      ? accounts.byEmail(who).then(async (one) => one ?? accounts.pendingByEmail(who))
      : accounts.byName(who));
    if (!found) throw new Problem('not_found');
    return { id: found.id, username: found.username };
  }

  /** @throws not_found */
  async get(id: string): Promise<MemberAccount> {
    const account = await this.#account(id);
    const { username, operator = false, held = false, email, createdAt, authEpoch, reason = '', until } = account;
    const isOver = account.status === 'Suspended' && isUsable(account, this.#deps.now());
    const sessions = await this.#deps.signedInDevices.list(id, { id: '', epoch: authEpoch });
    return {
      id,
      username,
      status: isOver ? 'Active' : account.status,
      operator,
      postingSuspended: held,
      email: maskedEmail(email),
      joinedAt: createdAt.toISOString(),
      sessions: sessions.length,
      reason: isOver ? '' : reason,
      until: (!isOver && until?.toISOString()) || null,
    };
  }

  /** The whole address. @throws not_found */
  async email(by: string, id: string): Promise<string> {
    const account = await this.#account(id);
    await this.#record(by, account, 'email.show', async () => true);
    return account.email;
  }

  /** Mails a link that sets a new password. @throws not_found, moderation.state for an unconfirmed account */
  async mailPasswordLink(by: string, id: string): Promise<Act> {
    const { resets, jobs } = this.#deps;
    const account = await this.#account(id);
    return this.#record(by, account, 'password.link', async () => {
      if (account.status === 'Unconfirmed') return false;
      jobs.soon('reset mail', () => resets.mailLink(account));
      return true;
    });
  }

  /** Creates such a link for the operator to hand over. Returns its token. @throws as {@link mailPasswordLink} */
  async passwordLink(by: string, id: string): Promise<{ act: Act; token: string }> {
    const account = await this.#account(id);
    let token = '';
    const act = await this.#record(by, account, 'password.link', async () => {
      if (account.status === 'Unconfirmed') return false;
      token = await this.#deps.resets.createLink(account);
      return true;
    });
    return { act, token };
  }

  /**
   * Changes the address. Both addresses are told; links are void, and all sessions end.
   * @throws not_found, FieldsRefused, moderation.state for an unconfirmed account
   */
  async changeEmail(by: string, id: string, { email, reason }: { email: string; reason?: string }): Promise<Act> {
    const { accounts, sessions, signedOut, emit, mailer, jobs } = this.#deps;
    const account = await this.#account(id);
    const masked = maskedEmail(email);
    if (email === account.email) throw new FieldsRefused({ email: [t`The account has this e-mail already.`] });
    let isTaken = false;
    const change = async () => {
      if (account.status === 'Unconfirmed') return false;
      return accounts.changeEmail(account, email).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        isTaken = true;
        return false;
      });
    };
    const act = await this.#record(by, account, 'email.change', change, { reason: reason ?? '' }).catch((error) => {
      throw isTaken ? new FieldsRefused({ email: [t`Another account has this e-mail.`] }) : error;
    });
    await sessions.forgetAll(id);
    await signedOut(id);
    await emit(securityEvent(id, 'email.changed', { about: masked, key: act.id }));
    jobs.soon('mails about a new address', async () => {
      await mailer.send(emailChangedMail, { ...account, masked });
      await mailer.send(newEmailMail, { ...account, email });
    });
    return act;
  }

  /** Signs a member out everywhere. @throws not_found */
  async endSessions(by: string, id: string): Promise<Act> {
    const { accounts, sessions, signedOut, emit } = this.#deps;
    const account = await this.#account(id);
    const act = await this.#record(by, account, 'sessions.end', () => accounts.endSessions(id));
    await sessions.forgetAll(id);
    await signedOut(id);
    await emit(securityEvent(id, 'sessions.ended', { key: act.id }));
    return act;
  }

  /** Records that an operator exports a member's data. @throws not_found */
  async noteExport(by: string, id: string): Promise<Act> {
    const act = await this.#record(by, await this.#account(id), 'account.export', async () => true);
    await this.#deps.emit(securityEvent(id, 'export.downloaded', { key: act.id }));
    return act;
  }

  /** Creates the token of a download for operators. @throws not_found */
  async exportLink(by: string, id: string): Promise<string> {
    await this.noteExport(by, id);
    return this.#createExportLink(await this.#account(id));
  }

  async #createExportLink({ id, authEpoch }: Account): Promise<string> {
    const { links, now } = this.#deps;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now().getTime() + exportMinutes * minuteMs);
    await links.insert(token, { kind: 'export', userId: id, epoch: authEpoch, expiresAt });
    return token;
  }

  /** The member whose data a link downloads. @throws export.invalid */
  async exportedBy(token: string): Promise<Person> {
    const { accounts, links, now } = this.#deps;
    const link = await links.byToken(token);
    const account = link?.kind === 'export' && link.expiresAt > now() ? await accounts.byId(link.userId) : null;
    if (!account || account.authEpoch !== link?.epoch) throw new Problem('export.invalid');
    const { id, username, avatar } = account;
    return { id, username, avatar };
  }

  /**
   * Erases an account: at once, or in 30 days.
   * @throws not_found, FieldsRefused for another name, moderation.operator, moderation.state
   */
  async erase(by: string, id: string, { username, when, reason = '' }: EraseMember): Promise<Act> {
    const { departures, mailer, jobs, now, log } = this.#deps;
    const account = await this.#account(id);
    if (username.toLowerCase() !== account.username.toLowerCase())
      throw new FieldsRefused({ username: [t`That isn't the username. Type ${account.username}.`] });
    if (account.operator) throw new Problem('moderation.operator');
    if (when === 'now') return this.#eraseNow(by, account, reason);
    const until = new Date(now().getTime() + daysToErasure * dayMs);
    const isOpen = account.status !== 'Deleted' && account.status !== 'Unconfirmed';
    const act = await this.#record(
      by,
      account,
      'account.erase',
      async () => isOpen && (await departures.softDelete(account, log)) !== null,
      { reason, until },
    );
    await this.#deps.signedOut(id);
    await this.#deps.emit(securityEvent(id, 'account.deleted', { key: act.id }));
    jobs.soon('deletion mail', () => mailer.send(erasureMail, { ...account, until }));
    return act;
  }

  async #eraseNow(by: string, account: Account, reason = ''): Promise<Act> {
    const { erasure, signedOut, mailer, jobs } = this.#deps;
    const { username, email, language } = account;
    const act = await this.#record(by, account, 'account.erase', () => erasure.eraseNow(account), { reason });
    await signedOut(account.id);
    jobs.soon('deletion mail', () => mailer.send(erasedMail, { username, email, ...(language && { language }) }));
    return act;
  }

  /** @throws LoginFailed, LockedOut, too_many_requests, account.open, and the state of an account that is not banned */
  async #banned(login: Login, visit: Visit): Promise<Account> {
    const account = await this.#deps.logins.prove(login, visit);
    const problem = stateProblem(account) ?? new Problem('account.open');
    if (problem.code !== 'Banned') throw problem;
    return account;
  }

  /** Creates the token of a banned member's own download. @throws see {@link eraseBanned} */
  async exportBanned(login: Login, visit: Visit): Promise<string> {
    const account = await this.#banned(login, visit);
    await this.#record(account.username, account, 'account.export', async () => true);
    return this.#createExportLink(account);
  }

  /**
   * Erases a banned member's account at once, on their request.
   * @throws LoginFailed, LockedOut, too_many_requests, account.open, EmailNotConfirmed, Suspended, Deleted, moderation.state
   */
  async eraseBanned(login: Login, visit: Visit): Promise<void> {
    const account = await this.#banned(login, visit);
    await this.#eraseNow(account.username, account);
  }
}
