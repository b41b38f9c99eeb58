import { parseUrl } from '#contract/parse-url.ts';

/** Half of it is looked at on an average: two thirds of a second of a phone in the middle, on the page itself. */
const usualTries = 100_000;

/** Our own challenges: a number is to be found among so many. */
type WorkSetting = { kind: 'work'; tries: number };

/** An account with somebody who checks visitors. Its secret is private, so that no log and no error can print it. */
export class CheckAccount {
  readonly kind: 'turnstile' | 'hcaptcha';
  readonly siteKey: string;
  /** Where tokens are checked; undefined for the vendor's own address. */
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

/** What keeps robots off. */
export type ChallengeSetting = WorkSetting | CheckAccount;

const work = /^work(?::([1-9]\d{0,7}))?$/;
const account = /^(turnstile|hcaptcha):([\w-]{1,100}):([\w-]{1,200})$/;

type Environment = { CHALLENGE?: string | undefined; CHALLENGE_VERIFY_URL?: string | undefined };

/** Reads `work`, `work:100000`, `turnstile:SITEKEY:SECRET` or `hcaptcha:SITEKEY:SECRET`. @returns it, or its faults */
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
  if (own && faults.length === 0) return { kind: 'work', tries: Number(own[1] ?? usualTries) };
  if (faults.length > 0 || !kind || !siteKey || !secret) return faults;
  return new CheckAccount(kind as CheckAccount['kind'], siteKey, secret, url);
}
