import { createHash, randomInt } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { isSameText } from '#api/platform/signing-keys.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { codeLength, codeMinutes, type Proof, type ProofWay, proofWays } from '#contract/proof.ts';
import { t } from '#contract/texts.ts';
import type { CodeStore } from './accounts.codes.store.ts';
import type { Visit } from './accounts.login.ts';
import { codeMail } from './accounts.mails.ts';
import type { PasskeyService } from './accounts.passkeys.ts';
import type { PasswordService } from './accounts.password.ts';
import type { AccountStore } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  codes: CodeStore;
  passwords: PasswordService;
  passkeys: PasskeyService;
  sessions: Sessions;
  mailer: Mailer;
  now: Now;
}

const hashOf = (sessionId: string, code: string) => createHash('sha256').update(`${sessionId} ${code}`).digest('hex');

/** Proves that a member sits at a signed-in device, before the account is changed from it. */
export class ProofService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The ways that a member has. */
  waysOf = async (userId: string): Promise<ProofWay[]> => {
    const { accounts, passkeys } = this.#deps;
    const [account, keys] = await Promise.all([accounts.byId(userId), passkeys.list(userId)]);
    const has = { passkey: keys.length > 0, password: Boolean(account?.passwordHash), code: true };
    return proofWays.filter((way) => has[way]);
  };

  /** Mails a code of which only a hash is stored, with its session. */
  async sendCode(userId: string, session: SeenSession): Promise<void> {
    const { accounts, codes, mailer, now } = this.#deps;
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
    const expiresAt = new Date(now().getTime() + codeMinutes * 60_000);
    await codes.put(session.id, userId, hashOf(session.id, code), expiresAt);
    await mailer.send(codeMail, { ...account, code });
  }

  /**
   * Stores in the session that it is proved.
   * @throws FieldsRefused for a wrong password or code, proof.code, LockedOut, too_many_requests, and what
   * {@link PasskeyService.prove} throws
   */
  async prove(proof: Proof, userId: string, session: SeenSession, visit: Visit): Promise<void> {
    const { accounts, passkeys, passwords, sessions } = this.#deps;
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    const logFields = { way: proof.way, accountId: userId, network: visit.networks[0] };
    try {
      if (proof.way === 'passkey') await passkeys.prove(proof.credential, userId, session.id, visit);
      else if (proof.way === 'code') await this.#checkCode(session.id, proof.code);
      else if (!(await passwords.isRight(proof.password, account, visit))) {
        throw new FieldsRefused({ password: [t`That isn't your password.`] });
      }
    } catch (error) {
      visit.log.info({ event: 'proof.failed', ...logFields }, 'identity not proved');
      throw error;
    }
    visit.log.info({ event: 'proof.succeeded', ...logFields }, 'identity proved');
    await sessions.prove(session.id, proof.way);
  }

  async #checkCode(sessionId: string, code: string): Promise<void> {
    const { codes, now } = this.#deps;
    const good = await codes.try(sessionId, now());
    if (!good) throw new Problem('proof.code');
    const hash = hashOf(sessionId, code);
    if (!isSameText(hash, good.hash)) throw new FieldsRefused({ code: [t`That isn't the code of the last mail.`] });
    if (!(await codes.use(sessionId, hash))) throw new Problem('proof.code');
  }
}
