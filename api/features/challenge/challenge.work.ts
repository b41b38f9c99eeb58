import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Now } from '#api/platform/clock.ts';
import type { Log } from '#api/platform/logs.ts';
import { type Derived, isSameText, type SigningKeys } from '#api/platform/signing-keys.ts';
import { type ChallengePurpose, Work } from '#contract/challenge.ts';
import type { Answered, Challenger } from './challenge.service.ts';

const ttlMs = 10 * 60_000;
/** One block of SHA-256, so each number costs one more block, whatever the purpose. */
const saltLength = 64;
// The closing `&` keeps digits of the number from being read as digits of the time (GHSA-6gvq-jcmp-8959).
const saltShape = /^[\da-f]{16,}\?expires=(\d{10})&for=([a-z-]+)&$/;
const maxAnswerLength = 600;

const { algorithm, challenge, salt, signature } = Work.entries;
const Answer = v.object({
  algorithm,
  challenge,
  signature,
  salt: v.pipe(salt, v.length(saltLength), v.regex(saltShape)),
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

interface Deps {
  keys: SigningKeys;
  /** How many numbers there are to try; on average half of them are needed. */
  tries: number;
  now: Now;
  log: Log;
}

/** Minimum time between log entries: anybody can make up a signature. */
const logEveryMs = 60_000;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

function answerIn(text: string): v.InferOutput<typeof Answer> | null {
  try {
    if (text.length > maxAnswerLength) return null;
    return v.parse(Answer, JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/** Makes and checks proof-of-work challenges. They are signed and not stored, so issuing one costs nothing. */
export class WorkChallenges implements Challenger {
  readonly #keys: Derived<Buffer>;
  readonly #tries: number;
  readonly #now: Now;
  readonly #log: Deps['log'];
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ keys, tries, now, log }: Deps) {
    this.#keys = keys.deriveFor('challenge-v1');
    this.#tries = tries;
    this.#now = now;
    this.#log = log;
  }

  make(purpose: ChallengePurpose): Work {
    const expires = Math.floor((this.#now().getTime() + ttlMs) / 1000);
    const params = `?expires=${expires}&for=${purpose}&`;
    const random = randomBytes(saltLength / 2).toString('hex');
    const salt = random.slice(0, saltLength - params.length) + params;
    const challenge = digestOf(`${salt}${randomInt(this.#tries)}`);
    const signature = this.#signatureOf(challenge, this.#keys.signing);
    return { kind: 'work', algorithm: 'SHA-256', challenge, maxnumber: this.#tries - 1, salt, signature };
  }

  async check(purpose: ChallengePurpose, text: string): Promise<Answered | null> {
    const answer = answerIn(text);
    if (!answer) return null;
    const { challenge, salt, number } = answer;
    const [, expires, madeFor] = saltShape.exec(salt) ?? [];
    const expiresAt = new Date(Number(expires) * 1000);
    if (madeFor !== purpose || expiresAt <= this.#now() || digestOf(`${salt}${number}`) !== challenge) return null;
    if (this.#isOurs(answer)) return { id: challenge, expiresAt };
    this.#logForeignKey(purpose);
    return null;
  }

  /** Logs a right answer with an unknown signature: another server of this site may have other keys. */
  #logForeignKey(purpose: ChallengePurpose): void {
    const now = this.#now().getTime();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#loggedAt = now;
    const logFields = { event: 'challenge.failed', reason: 'wrong key', purpose };
    this.#log.warn(
      logFields,
      'a challenge was signed with a key that is not in KEYS; is it the same on every machine?',
    );
  }

  #signatureOf(challenge: string, key: Buffer): string {
    return createHmac('sha256', key).update(challenge).digest('hex');
  }

  #isOurs({ challenge, signature }: Pick<Work, 'challenge' | 'signature'>): boolean {
    return this.#keys.all.some((key) => isSameText(signature, this.#signatureOf(challenge, key)));
  }
}
