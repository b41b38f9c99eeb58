import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Now } from '#api/platform/clock.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { Derived, SigningKeys } from '#api/platform/signing-keys.ts';
import { challengeMinutes } from '#contract/passkeys.ts';
import { Problem } from '#contract/problems.ts';

/** A used challenge, until it expires. */
type UsedRow = { _id: string; expiresAt: Date };
type Purpose = 'add' | 'login' | 'prove';

/** Time in milliseconds, then random bytes, then a MAC (HMAC-SHA-256) over both. */
const lengths = { time: 6, random: 18, mac: 32 } as const;
const signedLength = lengths.time + lengths.random;

interface Deps {
  db: Db;
  keys: SigningKeys;
  now: Now;
}

/**
 * Challenges that passkeys sign. Each is good once, for a few minutes, for one purpose and one holder: a session or a
 * browser. They are signed, so that a page that offers a log-in stores nothing; only used ones are stored.
 */
export class PasskeyChallenges {
  readonly placement = { passkeyChallenges: byId };
  readonly #used: Collection<UsedRow>;
  readonly #keys: Derived<Buffer>;
  readonly #now: Now;

  constructor({ db, keys, now }: Deps) {
    this.#used = db.collection<UsedRow>('passkeyChallenges');
    this.#keys = keys.deriveFor('passkey-v1');
    this.#now = now;
  }

  async createIndexes(): Promise<void> {
    await this.#used.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  create(purpose: Purpose, holder: string): Buffer<ArrayBuffer> {
    const time = Buffer.alloc(lengths.time);
    time.writeUIntBE(this.#now().getTime() + challengeMinutes * 60_000, 0, lengths.time);
    const signed = Buffer.concat([time, randomBytes(lengths.random)]);
    return Buffer.concat([signed, macOf(this.#keys.signing, signed, purpose, holder)]);
  }

  /**
   * Uses up the challenge that a browser's answer names.
   * @returns it, in base64url
   * @throws passkey.late if it is not ours, not for this purpose and holder, used, or too old
   */
  async redeem(clientDataJSON: string, purpose: Purpose, holder: string): Promise<string> {
    const challenge = challengeIn(clientDataJSON);
    if (await this.#use(Buffer.from(challenge, 'base64url'), purpose, holder)) return challenge;
    throw new Problem('passkey.late');
  }

  async #use(bytes: Buffer, purpose: Purpose, holder: string): Promise<boolean> {
    if (bytes.length !== signedLength + lengths.mac) return false;
    const [signed, mac] = [bytes.subarray(0, signedLength), bytes.subarray(signedLength)];
    if (!this.#keys.all.some((key) => timingSafeEqual(macOf(key, signed, purpose, holder), mac))) return false;
    const expiresAt = new Date(signed.readUIntBE(0, lengths.time));
    if (expiresAt <= this.#now()) return false;
    try {
      await this.#used.insertOne({ _id: signed.toString('base64url'), expiresAt });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

/** Reads the challenge in a browser's answer; empty if there is none. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const macOf = (key: Buffer, signed: Buffer, purpose: Purpose, holder: string): Buffer =>
  createHmac('sha256', key).update(signed).update(`${purpose} ${holder}`).digest();
