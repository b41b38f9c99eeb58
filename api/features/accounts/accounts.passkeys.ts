import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import { isSameText } from '#api/platform/signing-keys.ts';
import type { AddPasskey, Assertion, Passkey } from '#contract/passkeys.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { Visit } from './accounts.login.ts';
import type { PasskeyChallenges } from './accounts.passkeys.challenges.store.ts';
import { passkeyAddedMail, passkeyCopiedMail, passkeyRemovedMail } from './accounts.passkeys.mails.ts';
import type { Found, PasskeyStore, StoredPasskey } from './accounts.passkeys.store.ts';
import type { WebAuthn } from './accounts.passkeys.webauthn.ts';
import type { Account, AccountStore } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  passkeys: PasskeyStore;
  /** Whether an account on another site logs the member in. */
  isLinked(userId: string): Promise<boolean>;
  challenges: PasskeyChallenges;
  webAuthn: WebAuthn;
  mailer: Mailer;
  limits: Limits;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

const shown = ({ id, name, addedAt, usedAt }: StoredPasskey): Passkey => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
});

/**
 * Adds and removes passkeys, and finds out whose they are. They survive a change of the password, also by a mailed link:
 * the mail about it says so.
 */
export class PasskeyService {
  readonly #deps: Deps;
  readonly #warnings: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#warnings = deps.limits.limiter({ name: 'passkey-mail', points: 1, seconds: 3600 });
  }

  async list(userId: string): Promise<Passkey[]> {
    return (await this.#deps.passkeys.of(userId)).map(shown);
  }

  /** The options by which a browser creates a passkey. */
  async begin({ id, username }: Person, sessionId: string) {
    const { passkeys, challenges, webAuthn } = this.#deps;
    const handle = await passkeys.handleOf(id);
    const challenge = challenges.create('add', sessionId);
    return webAuthn.creationOptions({ username, handle, challenge, known: await passkeys.of(id) });
  }

  /**
   * Adds a passkey that a browser has created.
   * @throws passkey.late, passkey.refused, passkey.exists, passkey.full
   */
  async add({ name, credential }: AddPasskey, userId: string, sessionId: string, visit: Visit): Promise<Passkey> {
    const { passkeys, challenges, webAuthn, emit, now } = this.#deps;
    const challenge = await challenges.redeem(credential.response.clientDataJSON, 'add', sessionId);
    const { publicKey, counter } = await webAuthn.verifyNew(credential, challenge, visit.log);
    const { id } = credential;
    const { transports = [] } = credential.response;
    const passkey = { id, name, publicKey, counter, transports, addedAt: now(), usedAt: null };
    const outcome = await passkeys.add(userId, passkey);
    if (outcome !== 'added') throw new Problem(outcome === 'full' ? 'passkey.full' : 'passkey.exists');
    visit.log.info({ event: 'passkey.added', accountId: userId, network: visit.networks[0] }, 'passkey added');
    await emit(securityEvent(userId, 'passkey.added', { from: visit, about: name, key: id }));
    this.#tell(passkeyAddedMail, userId, name);
    return shown(passkey);
  }

  /** @throws not_found */
  async rename(userId: string, id: string, name: string): Promise<void> {
    if (!(await this.#deps.passkeys.rename(userId, id, name))) throw new Problem('not_found');
  }

  /** Removes a passkey, if it is there. @throws passkey.last if nothing else lets the member in */
  async remove(userId: string, id: string, visit: Visit): Promise<void> {
    const { accounts, passkeys, isLinked, emit } = this.#deps;
    const [account, all] = await Promise.all([accounts.byId(userId), passkeys.of(userId)]);
    const passkey = all.find((one) => one.id === id);
    if (!passkey) return;
    const isNeeded = !account?.passwordHash && !(await isLinked(userId));
    if (!(await passkeys.remove(userId, id, isNeeded))) throw new Problem('passkey.last');
    visit.log.info({ event: 'passkey.removed', accountId: userId, network: visit.networks[0] }, 'passkey removed');
    await emit(securityEvent(userId, 'passkey.removed', { from: visit, about: passkey.name, key: id }));
    this.#tell(passkeyRemovedMail, userId, passkey.name);
  }

  /** The options by which a browser logs in. They name no member. @param holder a secret of the browser */
  beginLogin(holder: string) {
    return this.#deps.webAuthn.requestOptions(this.#deps.challenges.create('login', holder));
  }

  /**
   * Returns the account of a passkey, in whatever state it is.
   * @param holder the secret of the browser that began
   * @throws passkey.late, passkey.unknown, passkey.refused, passkey.copied
   */
  async login(assertion: Assertion, holder: string, visit: Visit): Promise<Account> {
    const { challenges, passkeys } = this.#deps;
    const challenge = await challenges.redeem(assertion.response.clientDataJSON, 'login', holder);
    const found = await passkeys.find(assertion.id);
    if (!found) throw new Problem('passkey.unknown');
    const account = await this.accountOf(found.userId);
    await this.#check(assertion, challenge, found, assertion.response.userHandle ?? '', visit);
    return account;
  }

  /** The account of a passkey's owner. @throws passkey.unknown if it is being erased: then it has no address any more */
  async accountOf(userId: string): Promise<Account> {
    const account = await this.#deps.accounts.byId(userId);
    if (!account?.email) throw new Problem('passkey.unknown');
    return account;
  }

  /** The options by which a browser proves who the member is. */
  async beginProof(userId: string, sessionId: string) {
    const { challenges, passkeys, webAuthn } = this.#deps;
    return webAuthn.requestOptions(challenges.create('prove', sessionId), await passkeys.of(userId));
  }

  /** Checks a member's passkey. @throws passkey.late, passkey.unknown, passkey.refused, passkey.copied */
  async prove(assertion: Assertion, userId: string, sessionId: string, visit: Visit): Promise<void> {
    const { challenges, passkeys } = this.#deps;
    const challenge = await challenges.redeem(assertion.response.clientDataJSON, 'prove', sessionId);
    const passkey = (await passkeys.of(userId)).find(({ id }) => id === assertion.id);
    if (!passkey) throw new Problem('passkey.unknown');
    const handle = await passkeys.handleOf(userId);
    // Security keys leave the handle out where a passkey was asked for by its id.
    await this.#check(
      assertion,
      challenge,
      { userId, handle, passkey },
      assertion.response.userHandle ?? handle,
      visit,
    );
  }

  /** Verifies a use of a passkey and its counter (WebAuthn, 7.2). */
  async #check(assertion: Assertion, challenge: string, found: Found, handle: string, visit: Visit): Promise<void> {
    const { passkeys, webAuthn, now } = this.#deps;
    const { userId, passkey } = found;
    if (!isSameText(handle, found.handle)) throw new Problem('passkey.refused');
    const counter = await webAuthn.verifyUse(assertion, challenge, passkey, visit.log);
    const outcome = await passkeys.use(userId, passkey.id, counter, now());
    if (outcome === 'used') return;
    if (outcome === 'gone') throw new Problem('passkey.unknown');
    const logFields = { accountId: userId, network: visit.networks[0] };
    visit.log.warn({ event: 'passkey.copied', ...logFields }, 'the counter of a passkey went back');
    if ((await this.#warnings.count(passkey.id)) === 0) this.#tell(passkeyCopiedMail, userId, passkey.name);
    throw new Problem('passkey.copied');
  }

  /** Mails the member after the response. */
  #tell(kind: typeof passkeyAddedMail, userId: string, name: string): void {
    const { accounts, jobs, mailer } = this.#deps;
    jobs.soon('passkey mail', async () => {
      const account = await accounts.byId(userId);
      if (account?.email) await mailer.send(kind, { ...account, name });
    });
  }
}
