import { MakerFold, type NameRule } from './makers.fold.ts';
import type { MakerNameStore } from './makers.names.store.ts';

/** The fold of names with the rules of moderators, held in memory: every read and save of a bike needs it. */
export class MakerNames {
  readonly #store: MakerNameStore;
  readonly #onChange: () => void;
  #fold = new MakerFold();
  #known = '[]';

  constructor(store: MakerNameStore, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** Reads the rules, which another process may have changed. */
  async read(): Promise<void> {
    const rules = await this.rules();
    const known = JSON.stringify(rules);
    if (known === this.#known) return;
    this.#known = known;
    this.#fold = new MakerFold(rules);
    this.#onChange();
  }

  /** The fold as it is now. */
  async fold(): Promise<MakerFold> {
    return this.#fold;
  }

  async modelKeyOf(bike: { brand: string; model: string }): Promise<string> {
    return this.#fold.keysOf(bike).modelKey;
  }

  /** The rules of moderators, as they are stored. */
  async rules(): Promise<NameRule[]> {
    return (await this.#store.all()).map(({ at: _, ...rule }) => rule);
  }

  /** Changes what is said about a name. */
  async change(rule: NameRule, at: Date): Promise<void> {
    await this.#store.put(rule, at);
    await this.read();
  }
}
