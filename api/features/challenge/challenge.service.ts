import type { Challenge, ChallengePurpose } from '#contract/challenge.ts';
import { Problem } from '#contract/problems.ts';
import type { ChallengeStore } from './challenge.store.ts';

/** A right answer, which can be redeemed once. From `expiresAt` on it is refused anyway. */
export type Answered = { id: string; expiresAt: Date };

/** Makes challenges and checks their answers. */
export interface Challenger {
  make(purpose: ChallengePurpose): Challenge;
  /** @returns null for an answer that is wrong, expired or for another purpose. @throws unavailable */
  check(purpose: ChallengePurpose, answer: string): Promise<Answered | null>;
}

interface Deps {
  challenges: ChallengeStore;
  challenger: Challenger;
}

/** Issues challenges, and redeems each answer once. */
export class ChallengeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  give(purpose: ChallengePurpose): Challenge {
    return this.#deps.challenger.make(purpose);
  }

  /** @throws challenge.failed, also for an answer that was used before; unavailable */
  async redeem(purpose: ChallengePurpose, answer: string): Promise<void> {
    const { challenger, challenges } = this.#deps;
    const answered = await challenger.check(purpose, answer);
    // Only right answers are stored, so nobody can fill the collection without work.
    if (!answered || !(await challenges.redeem(answered.id, answered.expiresAt))) throw new Problem('challenge.failed');
  }
}
