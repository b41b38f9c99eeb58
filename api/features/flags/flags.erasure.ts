import type { Eraser } from '#api/platform/erasers.ts';
import type { CaseStore } from './flags.cases.store.ts';
import { type FlagStore, targetOf } from './flags.store.ts';

/** Erases a member's flags, and the flags and cases about them and their items. */
export const flagEraser = (flags: FlagStore, cases: CaseStore): Eraser => ({
  async erase({ id }) {
    await flags.eraseOf(id);
    // Delete the cases last: they are needed to find the flags after an interruption.
    await flags.eraseAbout([targetOf('User', id), ...(await cases.targetsOf(id))]);
    await cases.eraseOf(id);
  },
});
