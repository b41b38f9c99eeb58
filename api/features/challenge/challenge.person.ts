import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Now } from '#api/platform/clock.ts';
import type { Log } from '#api/platform/logs.ts';
import type { CheckAccount } from '#api/platform/settings/challenge-setting.ts';
import type { Challenge } from '#contract/challenge.ts';
import { Problem } from '#contract/problems.ts';
import type { Answered, Challenger } from './challenge.service.ts';
import { vendors } from './challenge.vendors.ts';

/** Vendors accept a token once, within five minutes. This is a second check on our side. */
const solvedMs = 10 * 60_000;
const timeoutMs = 5_000;
const tokenShape = /^[\w.:=+/~-]{1,8000}$/;
const VerifyResponse = v.object({ success: v.boolean(), 'error-codes': v.optional(v.array(v.string()), []) });
/** Error codes about the token; all others are about our own request. */
const ofToken = /response|duplicate/;

interface Deps {
  account: CheckAccount;
  now: Now;
  log: Log;
}

/** Checks by a vendor that the sender is a person. */
export class PersonChecks implements Challenger {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  make(): Challenge {
    return { kind: 'person', vendor: vendors[this.#deps.account.kind].name };
  }

  /** @throws unavailable if the vendor does not say whether the token is valid */
  async check(_: unknown, token: string): Promise<Answered | null> {
    if (!tokenShape.test(token)) return null;
    const { success, 'error-codes': codes } = await this.#verify(token);
    if (!success && !codes.every((code) => ofToken.test(code))) throw this.#unavailable({ codes });
    if (!success) return null;
    const expiresAt = new Date(this.#deps.now().getTime() + solvedMs);
    return { id: createHash('sha256').update(token).digest('hex'), expiresAt };
  }

  async #verify(token: string): Promise<v.InferOutput<typeof VerifyResponse>> {
    const { account } = this.#deps;
    const siteKey = account.kind === 'hcaptcha' && { sitekey: account.siteKey };
    const said = { secret: account.reveal(), response: token, ...siteKey };
    try {
      const answer = await fetch(account.verifyUrl ?? vendors[account.kind].verifyUrl, {
        method: 'POST',
        body: new URLSearchParams(said),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return v.parse(VerifyResponse, await answer.json());
    } catch (error) {
      throw this.#unavailable({ reason: (error as Error).name });
    }
  }

  #unavailable(logFields: Record<string, unknown>): Problem {
    this.#deps.log.warn({ event: 'challenge.unchecked', vendor: this.#deps.account.kind, ...logFields }, 'no verdict');
    return new Problem('unavailable');
  }
}
