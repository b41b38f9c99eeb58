import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import { currentLanguage } from '#api/platform/languages.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { SessionUser } from '#api/platform/sessions/adapter.ts';
import type { Signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { newUntil } from '#contract/trust.ts';
import { usernameKey } from '#contract/username.ts';
import type { ConfirmationMails } from './accounts.confirmation-mails.ts';
import { linkMs } from './accounts.link-times.ts';
import { type NameRules, nameTaken } from './accounts.names.ts';
import { isUsable, stateProblem } from './accounts.states.ts';
import { type Account, type AccountStore, type Applicant, emailKey, personalTextsOf } from './accounts.store.ts';

const attempts = 4;
const maxNameLength = 20;

/** Whether an account is unconfirmed and its links have expired, so that its name is free again. */
export const isForsaken = ({ status, createdAt, confirmationSentAt }: Account, now: Date) =>
  status === 'Unconfirmed' && Math.max(+createdAt, +(confirmationSentAt ?? 0)) + linkMs.confirm <= now.getTime();

/** Makes a username of a text: letters and digits without accents, with at most two dots between them. */
function usernameOf(text: string): string {
  const parts =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z\d]+/gi) ?? [];
  const name = [...parts.slice(0, 2), parts.slice(2).join('')].filter(Boolean).join('.');
  return name.slice(0, maxNameLength).replace(/\.$/, '');
}

interface Deps {
  accounts: AccountStore;
  passwords: Passwords;
  mails: ConfirmationMails;
  joining: {
    /** @throws a problem or FieldsRefused if the site does not take this sign-up */
    check(
      signup: Pick<Signup, 'email' | 'answer' | 'invitation'>,
      client: string,
    ): Promise<NonNullable<Applicant['entry']> | null>;
  };
  nameRules: NameRules;
  now: Now;
}

/** A sign-up. `password`: null if the member logs in by `elsewhere` only. */
type NewAccount = Omit<Signup, 'password' | 'terms'> & Pick<Account, 'elsewhere'> & { password: string | null };

/** Handles sign-ups, and loads the users of sessions. */
export class AccountService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The user of a session. */
  sessionUser = async (id: string): Promise<SessionUser | null> => {
    const account = await this.#deps.accounts.owner(id);
    if (!account) return null;
    const now = this.#deps.now();
    const { username, avatar, authEpoch, spared, operator = false, held: postingSuspended = false } = account;
    const moderator = operator || account.moderator === true;
    return {
      id,
      username,
      avatar,
      authEpoch,
      spared,
      operator,
      moderator,
      postingSuspended,
      newUntil: newUntil(account, now),
      active: isUsable(account, now),
    };
  };

  /** The problem to report for a suspended or banned account; null otherwise. */
  async shutProblem(id: string): Promise<Problem | null> {
    const account = await this.#deps.accounts.byId(id);
    if (!account || isUsable(account, this.#deps.now())) return null;
    return account.status === 'Suspended' || account.status === 'Banned' ? stateProblem(account) : null;
  }

  /**
   * Creates an unconfirmed account, which replaces any other unconfirmed one with the same address. Repeating a sign-up
   * is harmless. With a member's address everything is the same, also afterwards, except for the mail.
   * @param client the sender's IP address
   * @throws FieldsRefused, the problems of joining, unavailable if others keep signing up with the address
   */
  async signup(signup: NewAccount & { password: string }, client: string): Promise<void> {
    const account = await this.apply(signup, client);
    if (account.status === 'Unconfirmed' && !account.confirmationSentAt) await this.#deps.mails.send(account);
  }

  /** The same without the mail. @returns the account */
  async apply(signup: NewAccount, client: string): Promise<Account> {
    const { joining, nameRules, passwords, now } = this.#deps;
    const { id, username, email, password, elsewhere } = signup;
    const entry = await joining.check(signup, client);
    await nameRules.assertUsable(username);
    if (password !== null && isCommonPassword(password, personalTextsOf({ username, email }))) {
      throw new FieldsRefused({ password: [t`That password is too common. Try a longer phrase.`] });
    }
    const passwordHash = password === null ? null : await passwords.hash(password);
    const language = currentLanguage();
    const applicant = {
      signupId: id,
      username,
      email,
      passwordHash,
      createdAt: now(),
      language,
      entry,
      ...(elsewhere && { elsewhere }),
    };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const account = await this.#apply(applicant, password);
      if (account) return account;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** Whether nobody may sign up with a name. */

  /** Makes a username that is free of the first text that has enough letters; empty if there is none. */
  async freeName(texts: readonly string[]): Promise<string> {
    const base = texts.map(usernameOf).find((name) => name.length >= 3);
    if (base === undefined) return '';
    for (const name of [base, ...[2, 3, 4, 5].map((n) => `${base.slice(0, maxNameLength - 1)}${n}`)]) {
      if ((await this.#deps.nameRules.isUsable(name)) && !(await this.#deps.accounts.byName(name))) return name;
    }
    return '';
  }

  /** Mails are written in the language of the page that the member used last. */
  followLanguage(id: string): Promise<void> {
    return this.#deps.accounts.setLanguage(id, currentLanguage());
  }

  /** @returns null if somebody else wrote meanwhile */
  async #apply(applicant: Applicant, password: string | null): Promise<Account | null> {
    const { accounts } = this.#deps;
    const mine = await accounts.bySignup(applicant.signupId);
    if (mine && (await this.#isRepeated(mine, applicant, password))) return mine;
    if (mine && mine.status !== 'Unconfirmed') throw new FieldsRefused({ id: [t`Send a new id.`] });
    // The sender typed another address before, and that response was lost.
    if (mine && emailKey(mine.email) !== emailKey(applicant.email)) await accounts.removeWaiting(mine);
    const waiting = await accounts.pendingByEmail(applicant.email);
    if (!mine && waiting?.signupId === applicant.signupId) return null;
    try {
      // The account's own id becomes public; only the sender knows the id of the sign-up.
      return await (waiting ? accounts.replace(waiting, applicant) : accounts.insert(newId(), applicant));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const holder = await accounts.byName(applicant.username);
      if (!holder || holder.signupId === applicant.signupId || holder.id === waiting?.id) return null;
      if (!isForsaken(holder, applicant.createdAt)) throw new FieldsRefused(nameTaken);
      await accounts.removeWaiting(holder);
      return null;
    }
  }

  async #isRepeated(mine: Account, { username, email }: Applicant, password: string | null): Promise<boolean> {
    if (emailKey(mine.email) !== emailKey(email) || usernameKey(mine.username) !== usernameKey(username)) return false;
    if (password === null) return mine.passwordHash === null;
    return mine.status !== 'Unconfirmed' || (await this.#deps.passwords.verify(password, mine.passwordHash)).valid;
  }
}
