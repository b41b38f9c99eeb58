import type { Now } from '#api/platform/clock.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { MakerFold, type NameRule } from './makers.fold.ts';
import type { MakerNameStore } from './makers.names.store.ts';

/** Milliseconds after which names that another process changed are known here. */
const maxAgeMs = 2_000;

/** The fold of names with the rules of moderators. */
export class MakerNames {
  readonly #store: MakerNameStore;
  readonly #options: { now: Now; maxAgeMs: number };
  #fold: TtlValue<MakerFold>;

  constructor(store: MakerNameStore, now: Now) {
    this.#store = store;
    this.#options = { now, maxAgeMs };
    this.#fold = this.#read();
  }

  #read = () => new TtlValue(async () => new MakerFold(await this.#store.all()), this.#options);

  /** The fold as it is now. */
  fold(): Promise<MakerFold> {
    return this.#fold.get();
  }

  async modelKeyOf(bike: { brand: string; model: string }): Promise<string> {
    return (await this.fold()).keysOf(bike).modelKey;
  }

  /** What moderators said, as it is stored. */
  async rules(): Promise<NameRule[]> {
    return (await this.#store.all()).map(({ at: _, ...rule }) => rule);
  }

  /** Changes what is said about a name. */
  async change(rule: NameRule, at: Date): Promise<void> {
    await this.#store.put(rule, at);
    this.#fold = this.#read();
  }
}
