import type { Work } from '#contract/challenge.ts';

const blockBytes = 64;
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
/** The first 32 bits of the fractional part. */
const fractionOf = (root: number) => ((root % 1) * 2 ** 32) | 0;
/** FIPS 180-4, 4.2.2 and 5.3.3. */
const constants = Int32Array.from(primes, (prime) => fractionOf(Math.cbrt(prime)));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const words = new Int32Array(64);

/** Compresses one block into a SHA-256 state (FIPS 180-4, 6.2.2), in place. */
function compress(state: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15] as number;
    const y = words[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/**
 * Searches for the number that solves a challenge. Web Crypto is not used: it hands each hash to another thread, which
 * takes far longer than the hash itself.
 */
export class Search {
  readonly #goal: Int32Array;
  readonly #max: number;
  /** The state after the salt's whole blocks; `#rest` holds the salt's remaining bytes. */
  readonly #before = Int32Array.from(start);
  readonly #rest: Uint8Array;
  readonly #whole: number;
  readonly #state = new Int32Array(8);
  #next = 0;
  #tail = new DataView(new ArrayBuffer(0));
  #digits = 0;
  /** The first number that has more digits than `#tail` has room for. */
  #tooLong = 0;

  constructor({ salt, challenge, maxnumber }: Pick<Work, 'salt' | 'challenge' | 'maxnumber'>) {
    const bytes = new TextEncoder().encode(salt);
    this.#whole = bytes.length - (bytes.length % blockBytes);
    for (let at = 0; at < this.#whole; at += blockBytes) compress(this.#before, new DataView(bytes.buffer), at);
    this.#rest = bytes.subarray(this.#whole);
    this.#goal = Int32Array.from(
      { length: 8 },
      (_, at) => Number.parseInt(challenge.slice(8 * at, 8 * at + 8), 16) | 0,
    );
    this.#max = maxnumber;
  }

  /** Whether all numbers have been tried. */
  get over(): boolean {
    return this.#next > this.#max;
  }

  /** Tries the next `count` numbers. Returns the solution, or null if it is not among them. */
  look(count: number): number | null {
    for (let left = count; left > 0 && !this.over; left--) {
      const number = this.#next++;
      if (this.#isIt(number)) return number;
    }
    return null;
  }

  #isIt(number: number): boolean {
    if (number >= this.#tooLong) this.#layOut(String(number).length);
    const tail = this.#tail;
    const from = this.#rest.length;
    for (let at = from + this.#digits - 1, left = number; at >= from; at--) {
      const rest = Math.trunc(left / 10);
      tail.setUint8(at, 48 + left - 10 * rest);
      left = rest;
    }
    const state = this.#state;
    state.set(this.#before);
    for (let at = 0; at < tail.byteLength; at += blockBytes) compress(state, tail, at);
    return state[0] === this.#goal[0] && state.every((word, at) => word === this.#goal[at]);
  }

  /** Lays out the last blocks for numbers of `digits` digits, with the SHA-256 padding. */
  #layOut(digits: number): void {
    const used = this.#rest.length + digits;
    const bytes = new Uint8Array(Math.ceil((used + 9) / blockBytes) * blockBytes);
    bytes.set(this.#rest);
    bytes[used] = 0x80;
    this.#tail = new DataView(bytes.buffer);
    this.#tail.setUint32(bytes.length - 4, 8 * (this.#whole + used));
    this.#digits = digits;
    this.#tooLong = 10 ** digits;
  }
}
