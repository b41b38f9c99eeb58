import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { type DeleteAccount, daysToErasure } from '#contract/accounts.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { AuthorUpdater } from './accounts.author-updater.ts';
import type { DepartureStore } from './accounts.departure.store.ts';
import type { LoginService, Visit } from './accounts.login.ts';
import { deletedMail } from './accounts.mails.ts';
import { stateProblem } from './accounts.states.ts';
import type { Account, AccountStore } from './accounts.store.ts';

const day = 86_400_000;

interface Deps {
  accounts: AccountStore;
  departures: DepartureStore;
  logins: LoginService;
  authors: AuthorUpdater;
  sessions: Sessions;
  mailer: Mailer;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/**
 * Deletes accounts, and restores them within 30 days. One write changes the account first; the member's content then
 * follows within the request, or by the sweep if that was interrupted.
 */
export class DepartureService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Deletes a member's account.
   * @returns when it will be erased
   * @throws FieldsRefused for a wrong name, unauthenticated if the session ended meanwhile
   */
  async leave(member: Person, { username }: DeleteAccount, session: SeenSession, visit: Visit): Promise<Date> {
    if (username.toLowerCase() !== member.username.toLowerCase()) {
      throw new FieldsRefused({ username: [t`That isn't your username. Type ${member.username}.`] });
    }
    const { accounts, mailer, emit, jobs } = this.#deps;
    const account = await accounts.byId(member.id);
    // Another tab has just done it.
    if (account?.status === 'Deleted' && account.until && !account.shut) return account.until;
    stayAlive(session, account);
    const problem = stateProblem(account);
    if (problem) throw problem;
    const until = await this.softDelete(account, visit.log);
    // Something else changed, perhaps the password.
    if (!until) return this.leave(member, { username }, session, visit);
    visit.log.info({ event: 'account.deleted', accountId: account.id, network: visit.networks[0] }, 'account deleted');
    await emit(securityEvent(account.id, 'account.deleted', { from: visit }));
    jobs.soon('deletion mail', () => mailer.send(deletedMail, { ...account, until }));
    return until;
  }

  /** Deletes an account. @returns when it will be erased; null if it changed since it was read */
  async softDelete(account: Account, log: Visit['log']): Promise<Date | null> {
    const { departures, sessions, now } = this.#deps;
    const until = new Date(now().getTime() + daysToErasure * day);
    if (!(await departures.leave(account, now(), until))) return null;
    await sessions.forgetAll(account.id);
    await this.#follow(account, log);
    return until;
  }

  /**
   * Restores a deleted account with all its content. For an account that is not deleted this is a log-in.
   * @param prove returns the account as it is now, once somebody has proved that it is theirs
   * @throws EmailNotConfirmed, Suspended, Banned, and what `prove` throws
   */
  async restore(prove: () => Promise<Account>, visit: Visit): Promise<Account> {
    const { departures, logins, emit, now } = this.#deps;
    const account = await prove();
    if (account.status !== 'Deleted' || account.shut) return logins.admit(account, visit);
    const restored = await departures.restore(account, now());
    if (!restored) return this.restore(prove, visit);
    visit.log.info(
      { event: 'account.restored', accountId: account.id, network: visit.networks[0] },
      'account restored',
    );
    await this.#follow(account, visit.log);
    await emit(securityEvent(account.id, 'account.restored', { from: visit }));
    return restored;
  }

  /** Logs a failure instead of throwing: the account has changed already, and the sweep retries the rest. */
  async #follow({ id }: Account, log: Visit['log']): Promise<void> {
    await this.#deps.authors.updateNow(id).catch((error: unknown) => {
      log.warn({ err: error, accountId: id }, 'what a member made will follow later');
    });
  }
}
