import { randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { SessionUser } from '#api/platform/sessions/adapter.ts';
import type { Signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { alreadyMemberMail, confirmationMail } from './accounts.mails.ts';
import { isReservedName } from './accounts.names.ts';
import { type Account, type AccountStore, type Applicant, emailKey, nameKey, tokenHash } from './accounts.store.ts';

const confirmHours = 48;
const hour = 3_600_000;
const attempts = 4;
const nameTaken = { username: ['That username is taken.'] };

interface Needs {
  accounts: AccountStore;
  passwords: Passwords;
  mailer: Pick<Mailer, 'send'>;
  limits: Limits;
  jobs: Pick<Jobs, 'soon'>;
  /** What visitors type, for the links in mails. */
  publicOrigin: string;
  now: Now;
}

/** Sign-up and what belongs to it. */
export class AccountService {
  readonly #needs: Needs;
  readonly #mails: Limiter;
  readonly #repeats: Limiter;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#mails = needs.limits.limiter({ name: 'signup-mail', points: 5, seconds: 3600 });
    this.#repeats = needs.limits.limiter({ name: 'account-mail', points: 1, seconds: 600 });
  }

  /** The owner of a session. */
  sessionUser = async (id: string): Promise<SessionUser | null> => {
    const account = await this.#needs.accounts.byId(id);
    if (!account) return null;
    const { username, avatar, authEpoch, status } = account;
    return { id, username, avatar, authEpoch, active: status === 'Active' };
  };

  /**
   * Makes an account that waits for its confirmation, in place of any other that waits for the same address. A repeated
   * sign-up is the same one. With a member's address it goes the same way, also afterwards, but for the mail.
   * @throws FieldsRefused, unavailable when others sign up with the address all the time
   */
  async signup({ id, username, email, password }: Signup): Promise<void> {
    if (isReservedName(username)) throw new FieldsRefused(nameTaken);
    if (isCommonPassword(password, [username, email, email.split('@')[0] ?? ''])) {
      throw new FieldsRefused({ password: ['That password is too common. Try a longer phrase.'] });
    }
    const { passwords, now } = this.#needs;
    const passwordHash = await passwords.hash(password);
    const applicant = { signupId: id, username, email: emailKey(email), passwordHash, createdAt: now() };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const account = await this.#apply(applicant, password);
      if (!account) continue;
      if (account.status !== 'Unconfirmed' || account.confirmationSentAt) return;
      if ((await this.#mails.count(account.email)) === 0) await this.#mailLink(account);
      return;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** @returns null when somebody else came in between */
  async #apply(applicant: Applicant, password: string): Promise<Account | null> {
    const { accounts } = this.#needs;
    const mine = await accounts.bySignup(applicant.signupId);
    if (mine && (await this.#isRepeated(mine, applicant, password))) return mine;
    if (mine && mine.status !== 'Unconfirmed') throw new FieldsRefused({ id: ['Send a new id.'] });
    // The sender typed another address before, whose answer was lost.
    if (mine && mine.email !== applicant.email) await accounts.removeWaiting(mine);
    const waiting = await accounts.pendingByEmail(applicant.email);
    if (!mine && waiting?.signupId === applicant.signupId) return null;
    try {
      // The account's own id becomes public; the sign-up's stays with its sender.
      return await (waiting ? accounts.replace(waiting, applicant) : accounts.insert(newId(), applicant));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const holder = await accounts.byName(applicant.username);
      if (holder && holder.signupId !== applicant.signupId && holder.id !== waiting?.id) {
        throw new FieldsRefused(nameTaken);
      }
      return null;
    }
  }

  async #isRepeated(mine: Account, { username, email }: Applicant, password: string): Promise<boolean> {
    if (mine.email !== email || nameKey(mine.username) !== nameKey(username)) return false;
    return mine.status !== 'Unconfirmed' || (await this.#needs.passwords.verify(password, mine.passwordHash)).valid;
  }

  /** Mails the link; where the address has a member, its owner learns that instead, and the same is done otherwise. */
  async #mailLink(account: Account): Promise<void> {
    const { accounts, mailer, publicOrigin, now } = this.#needs;
    const owner = await accounts.byEmail(account.email);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now().getTime() + confirmHours * hour);
    const { id: userId, authEpoch: epoch } = account;
    await accounts.insertToken({ hash: tokenHash(token), kind: 'confirm', userId, epoch, expiresAt });
    await mailer.send(owner ? alreadyMemberMail(publicOrigin, owner) : confirmationMail(publicOrigin, account, token));
    await accounts.noteConfirmationSent(account, now());
  }

  /** Mails a new link to an account that waits for one, at most every ten minutes; nobody learns whether it did. */
  async resendConfirmation(email: string): Promise<void> {
    const { accounts, jobs } = this.#needs;
    const account = await accounts.pendingByEmail(email);
    if ((await this.#repeats.count(emailKey(email))) > 0 || !account) return;
    // Nobody waits for the mail, so that the answer comes as fast where there is no account.
    jobs.soon('confirmation mail', () => this.#mailLink(account));
  }
}
