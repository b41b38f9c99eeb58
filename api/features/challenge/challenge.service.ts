import type { Challenge, ChallengePurpose } from '#contract/challenge.ts';
import { Problem } from '#contract/problems.ts';
import type { ChallengeStore } from './challenge.store.ts';
import type { WorkMaker } from './challenge.work.ts';

interface Needs {
  challenges: Pick<ChallengeStore, 'redeem'>;
  work: WorkMaker;
}

/** Gives challenges away, and takes each one's answer once. */
export class ChallengeService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  give(purpose: ChallengePurpose): Challenge {
    return this.#needs.work.make(purpose);
  }

  /** @throws challenge.failed for a wrong answer, an old one, one for another purpose and one that came before */
  async redeem(purpose: ChallengePurpose, answer: string): Promise<void> {
    const { work, challenges } = this.#needs;
    const done = work.check(purpose, answer);
    // Only what was worked for is noted, so nobody can fill the list for nothing.
    if (!done || !(await challenges.redeem(done.id, done.expiresAt))) throw new Problem('challenge.failed');
  }
}
