import type { Now } from './clock.ts';

type Kept<T> = { value: Promise<T>; until: number };

/** How many answers are kept; beyond, those go that were asked for longest ago. */
const most = 200;

/** Answers that are the same for everybody, kept until a write may have changed them. */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #now: Now;
  readonly #longest: number;

  /** @param longest milliseconds after which an answer is made anew: other processes may write too */
  constructor({ now, longest }: { now: Now; longest: number }) {
    this.#now = now;
    this.#longest = longest;
  }

  /** Something was written. */
  forget(): void {
    this.#kept.clear();
  }

  /** The kept answer, or one that is made now: once, whoever asks meanwhile. What fails is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const now = this.#now().getTime();
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const kept = known && known.until > now ? known : { value: make(), until: now + this.#longest };
    this.#kept.set(key, kept);
    if (kept !== known) void kept.value.catch(() => this.#kept.get(key) === kept && this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest);
    return kept.value;
  }

  /** Whether an answer is kept, so that none has to be made. */
  has(key: string): boolean {
    return (this.#kept.get(key)?.until ?? 0) > this.#now().getTime();
  }
}
