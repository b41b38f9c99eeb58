import type { Now } from '#api/platform/clock.ts';
import { longDay } from '#api/platform/date-format.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import { permitted } from '#contract/may.ts';
import type { ChangeUsername } from '#contract/own-account.ts';
import type { Person } from '#contract/people.ts';
import { daysNameHeld, daysToRename } from '#contract/periods.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { usernameKey } from '#contract/username.ts';
import type { AuthorUpdater } from './accounts.author-updater.ts';
import { nameChangedMail } from './accounts.changes.mails.ts';
import type { FormerNameStore } from './accounts.former-names.store.ts';
import type { Visit } from './accounts.login.ts';
import { type NameRules, nameTaken } from './accounts.names.ts';
import { isForsaken } from './accounts.service.ts';
import type { Account, AccountStore } from './accounts.store.ts';

const dayMs = 86_400_000;

interface Deps {
  accounts: AccountStore;
  names: FormerNameStore;
  nameRules: NameRules;
  authors: AuthorUpdater;
  mailer: Mailer;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/** Changes usernames. */
export class NameChangeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** When the member can choose another name; null if they can now. */
  renameAt({ renamedAt }: Account): Date | null {
    const at = new Date((renamedAt?.getTime() ?? 0) + daysToRename * dayMs);
    return at > this.#deps.now() ? at : null;
  }

  /**
   * Changes a member's name, and all copies of it. Sending it again is harmless.
   * @throws FieldsRefused, posting.held, unauthenticated if the session ended meanwhile
   */
  async change({ username }: ChangeUsername, writer: Writer, session: SeenSession, visit: Visit): Promise<Person> {
    const { accounts, names, mailer, emit, jobs, now } = this.#deps;
    permitted('member.rename', writer, writer);
    const account = await accounts.byId(writer.id);
    stayAlive(session, account);
    const { id, avatar, formerNames = [] } = account;
    if (username === account.username) return { id, username, avatar };
    const isOwn = formerNames.some(({ key, until }) => key === usernameKey(username) && until > now());
    if (!isOwn) await this.#assertNew(username, account);
    try {
      const renamed = await names.rename(account, username, now(), !isOwn);
      if (!renamed) return this.change({ username }, writer, session, visit);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.#free(username);
      return this.change({ username }, writer, session, visit);
    }
    const { log, networks } = visit;
    log.info({ event: 'username.changed', accountId: id, network: networks[0] }, 'username changed');
    await emit(securityEvent(id, 'username.changed', { from: visit, about: username }));
    const mail = {
      ...account,
      username,
      former: account.username,
      heldUntil: new Date(now().getTime() + daysNameHeld * dayMs),
    };
    jobs.soon('name mail', () => mailer.send(nameChangedMail, mail));
    // The name has changed already, and the sweep retries the rest.
    await this.#deps.authors.updateNow(id).catch((error: unknown) => {
      log.warn({ err: error, accountId: id }, 'copies of a name will follow later');
    });
    return { id, username, avatar };
  }

  async #assertNew(username: string, account: Account): Promise<void> {
    await this.#deps.nameRules.assertUsable(username);
    const at = this.renameAt(account);
    if (at) throw new FieldsRefused({ username: [t`You can choose another username from ${longDay(at)}.`] });
  }

  /** Frees a name that a forsaken sign-up has. @throws FieldsRefused if somebody else has it */
  async #free(username: string): Promise<void> {
    const { accounts, now } = this.#deps;
    const holder = await accounts.byName(username);
    if (!holder) return;
    if (!isForsaken(holder, now())) throw new FieldsRefused(nameTaken);
    await accounts.removeWaiting(holder);
  }
}
