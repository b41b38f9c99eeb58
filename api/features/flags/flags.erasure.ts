import type { Belongings } from '#api/platform/belongings.ts';
import type { Person } from '#contract/people.ts';
import type { CaseStore } from './flags.cases.store.ts';
import type { FlagStore } from './flags.store.ts';

interface Needs {
  flags: Pick<FlagStore, 'eraseOf'>;
  cases: Pick<CaseStore, 'eraseOf'>;
}

/** What a member has flagged, and what was flagged of theirs. */
export class FlagErasure implements Belongings {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async erase({ id }: Pick<Person, 'id'>): Promise<void> {
    const { flags, cases } = this.#needs;
    await flags.eraseOf(id);
    await cases.eraseOf(id);
  }
}
