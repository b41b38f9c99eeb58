import type { Now } from './clock.ts';

/** An answer that is the same for everybody, ready to be sent. */
export type CachedResponse = {
  status: number;
  /** Its ETag. */
  tag: string;
  /** By their names in small letters. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  /** Styles inside a page that the policy allows besides, as it writes their hashes. */
  styleHashes: readonly string[];
};

type Made = CachedResponse | null;
type Kept = { answer: Made | Promise<Made>; until: number; asked: number; bytes: number };

/** Answers in all, and the bytes of all; ways to them, and the characters of each. */
const most = { answers: 500, bytes: 32 * 1024 * 1024, ways: 1000, way: 300 } as const;

/** Answers that are the same for everybody, kept until a write may have changed them. */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #ways = new Map<string, string>();
  readonly #now: Now;
  readonly #longest: number;
  #bytes = 0;

  /** @param longest milliseconds after which an answer is made anew: other processes may write too */
  constructor({ now, longest }: { now: Now; longest: number }) {
    this.#now = now;
    this.#longest = longest;
  }

  /** Something was written. What is being made now may be older than that, and will not be kept either. */
  forget(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** The kept answer, or one that is made now: once, whoever asks meanwhile. Null, or what fails, is not kept. */
  get(key: string, make: () => Promise<Made>): Made | Promise<Made> {
    const now = this.#now().getTime();
    const known = this.#kept.get(key);
    if (known && known.until > now) {
      known.asked += 1;
      return known.answer;
    }
    if (known) this.#drop(key, known);
    const answer = make();
    const kept: Kept = { answer, until: now + this.#longest, asked: 1, bytes: 0 };
    this.#kept.set(key, kept);
    this.#makeRoom();
    void answer.then(
      (made) => this.#made(key, kept, made),
      () => this.#made(key, kept, null),
    );
    return answer;
  }

  /** A kept answer that can be sent now, by a way that leads to it; null where there is none. */
  ready(way: string): CachedResponse | null {
    const key = this.#ways.get(way);
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (!known || known.answer instanceof Promise || known.until <= this.#now().getTime()) return null;
    known.asked += 1;
    return known.answer;
  }

  /** Lets a way lead to whatever is kept by a key. Writes change nothing of that, so it stays while there is room. */
  lead(way: string, key: string): void {
    if (way.length > most.way || this.#ways.has(way)) return;
    this.#ways.set(way, key);
    const [oldest = way] = this.#ways.keys();
    if (this.#ways.size > most.ways) this.#ways.delete(oldest);
  }

  #made(key: string, kept: Kept, made: Made): void {
    if (this.#kept.get(key) !== kept) return;
    if (!made) {
      this.#drop(key, kept);
      return;
    }
    kept.answer = made;
    kept.bytes = made.body.byteLength;
    this.#bytes += kept.bytes;
    this.#makeRoom();
  }

  /** Those go that were asked for least, the oldest first: what somebody asks for once displaces nothing. */
  #makeRoom(): void {
    while (this.#kept.size > most.answers || this.#bytes > most.bytes) {
      let least: [key: string, kept: Kept] | undefined;
      for (const one of this.#kept) if (!least || one[1].asked < least[1].asked) least = one;
      if (least) this.#drop(...least);
    }
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }
}
