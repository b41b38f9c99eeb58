import type { Eraser } from '#api/platform/erasers.ts';
import type { Person } from '#contract/people.ts';
import type { CaseStore } from './flags.cases.store.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

interface Deps {
  flags: Pick<FlagStore, 'eraseOf' | 'eraseAbout'>;
  cases: Pick<CaseStore, 'targetsOf' | 'eraseOf'>;
}

/** What a member has flagged, and what others have said of them and of what is theirs. */
export class FlagErasure implements Eraser {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async erase({ id }: Pick<Person, 'id'>): Promise<void> {
    const { flags, cases } = this.#deps;
    await flags.eraseOf(id);
    // The cases last: by them it is found again.
    await flags.eraseAbout([targetOf('User', id), ...(await cases.targetsOf(id))]);
    await cases.eraseOf(id);
  }
}
