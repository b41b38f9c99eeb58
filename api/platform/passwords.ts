import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** `memory` in KiB, `parallelism` in lanes. */
type Cost = { memory: number; passes: number; parallelism: number };

// OWASP, Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const recommended: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const maxParallel = 4;
const derive = promisify(argon2);
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export type Verification = {
  valid: boolean;
  /** Whether the hash was made with other parameters and should be made again. */
  stale: boolean;
};

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const write = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

/**
 * Hashes passwords with argon2id (RFC 9106, stored as PHC strings), a few at a time, so that log-ins cannot use up the
 * memory.
 */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  // The hash to compare with if there is no account, so that the answer takes as long as with one.
  readonly #dummyHash: string;
  readonly #cost: Cost;

  constructor(cost = recommended) {
    this.#cost = cost;
    this.#dummyHash = write(cost, randomBytes(16), randomBytes(tagLength));
  }

  async #derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
    if (this.#running >= maxParallel) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      const message = password.normalize('NFKC');
      return await derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return write(this.#cost, salt, await this.#derive(password, salt, this.#cost));
  }

  /** Verifies a password. With a null hash it takes as long and returns invalid. */
  async verify(password: string, hash: string | null): Promise<Verification> {
    const found = shape.exec(hash ?? '') ?? shape.exec(this.#dummyHash);
    if (!found) return { valid: false, stale: false };
    const [, memory, passes, parallelism, salt = '', tag = ''] = found;
    const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const wanted = Buffer.from(tag, 'base64');
    const got = await this.#derive(password, Buffer.from(salt, 'base64'), used);
    const valid = hash !== null && wanted.length === got.length && timingSafeEqual(wanted, got);
    return { valid, stale: used.memory !== this.#cost.memory || used.passes !== this.#cost.passes };
  }
}
