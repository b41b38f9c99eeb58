import * as v from 'valibot';
import { parseUrl } from '#contract/parse-url.ts';

/** A browser tries half of them on average: two thirds of a second on a mid-range phone, on the page itself. */
const defaultTries = 100_000;

/** Our own proof of work: the browser searches for one number among `tries`. */
type WorkSetting = { kind: 'work'; tries: number };

/** An account with a CAPTCHA vendor. The secret is a private field, so that no log and no error can print it. */
export class CheckAccount {
  readonly kind: 'turnstile' | 'hcaptcha';
  readonly siteKey: string;
  /** The URL that verifies tokens; undefined for the vendor's own. */
  readonly verifyUrl: string | undefined;
  readonly #secret: string;

  constructor(kind: CheckAccount['kind'], siteKey: string, secret: string, verifyUrl?: string) {
    this.kind = kind;
    this.siteKey = siteKey;
    this.verifyUrl = verifyUrl;
    this.#secret = secret;
  }

  reveal(): string {
    return this.#secret;
  }
}

/** How the site keeps bots out. */
export type ChallengeSetting = WorkSetting | CheckAccount;

export const challengeSettings = {
  CHALLENGE: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'protects sign-up, contact and forgotten password from robots: proof of work (`work:100000` sets its ' +
          'difficulty) or a vendor, `turnstile:SITEKEY:SECRET` or `hcaptcha:SITEKEY:SECRET`',
      ),
    ),
    'work',
  ),
  CHALLENGE_VERIFY_URL: v.optional(
    v.pipe(
      v.string(),
      v.description("where a vendor's tokens are checked, for example through a proxy"),
      v.metadata({ default: "the vendor's" }),
    ),
  ),
};

const work = /^work(?::([1-9]\d{0,7}))?$/;
const account = /^(turnstile|hcaptcha):([\w-]{1,100}):([\w-]{1,200})$/;

type Environment = { CHALLENGE?: string | undefined; CHALLENGE_VERIFY_URL?: string | undefined };

/**
 * Reads `work`, `work:100000`, `turnstile:SITEKEY:SECRET` or `hcaptcha:SITEKEY:SECRET`.
 * @returns the setting, or its faults
 */
export function readChallenge({
  CHALLENGE = 'work',
  CHALLENGE_VERIFY_URL: url,
}: Environment): ChallengeSetting | string[] {
  const own = work.exec(CHALLENGE);
  const [, kind, siteKey, secret] = account.exec(CHALLENGE) ?? [];
  const faults: string[] = [];
  if (!own && (!kind || !siteKey || !secret))
    faults.push('CHALLENGE must be work, work:100000, turnstile:SITEKEY:SECRET or hcaptcha:SITEKEY:SECRET.');
  if (url && !/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
    faults.push('CHALLENGE_VERIFY_URL must begin with https:// or http://.');
  if (own && faults.length === 0) return { kind: 'work', tries: Number(own[1] ?? defaultTries) };
  if (faults.length > 0 || !kind || !siteKey || !secret) return faults;
  return new CheckAccount(kind as CheckAccount['kind'], siteKey, secret, url);
}
