import type { Challenge, ChallengePurpose } from '#contract/challenge.ts';
import { Problem } from '#contract/problems.ts';
import type { ChallengeStore } from './challenge.store.ts';

/** A right answer, which may be redeemed once. `expiresAt`: it is refused by itself from then on. */
export type Answered = { id: string; expiresAt: Date };

/** Makes challenges and checks their answers. */
export interface Challenger {
  make(purpose: ChallengePurpose): Challenge;
  /** @returns null for a wrong answer, an old one and one for another purpose. @throws unavailable */
  check(purpose: ChallengePurpose, answer: string): Promise<Answered | null>;
}

interface Deps {
  challenges: Pick<ChallengeStore, 'redeem'>;
  challenger: Challenger;
}

/** Gives challenges away, and takes each one's answer once. */
export class ChallengeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  give(purpose: ChallengePurpose): Challenge {
    return this.#deps.challenger.make(purpose);
  }

  /** @throws challenge.failed, also for an answer that came before; unavailable */
  async redeem(purpose: ChallengePurpose, answer: string): Promise<void> {
    const { challenger, challenges } = this.#deps;
    const answered = await challenger.check(purpose, answer);
    // Only what is right is noted, so nobody can fill the list for nothing.
    if (!answered || !(await challenges.redeem(answered.id, answered.expiresAt))) throw new Problem('challenge.failed');
  }
}
