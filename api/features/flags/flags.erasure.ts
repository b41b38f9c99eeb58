import type { Eraser } from '#api/platform/erasers.ts';
import type { Person } from '#contract/people.ts';
import type { CaseStore } from './flags.cases.store.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

interface Deps {
  flags: FlagStore;
  cases: CaseStore;
}

/** Erases a member's flags, and the flags and cases about them and their items. */
export class FlagErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async erase({ id }: Pick<Person, 'id'>): Promise<void> {
    const { flags, cases } = this.#deps;
    await flags.eraseOf(id);
    // Delete the cases last: they are needed to find the flags after an interruption.
    await flags.eraseAbout([targetOf('User', id), ...(await cases.targetsOf(id))]);
    await cases.eraseOf(id);
  }
}
