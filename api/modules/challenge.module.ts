import { challengeFrameRoutes } from '#api/features/challenge/challenge.frame.routes.ts';
import { PersonChecks } from '#api/features/challenge/challenge.person.ts';
import { challengeRoutes } from '#api/features/challenge/challenge.routes.ts';
import { ChallengeService } from '#api/features/challenge/challenge.service.ts';
import { ChallengeStore } from '#api/features/challenge/challenge.store.ts';
import { WorkChallenges } from '#api/features/challenge/challenge.work.ts';
import { notFoundAnswer } from '#api/platform/http/kit.ts';
import { challengeFrame } from '#contract/challenge.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** Proof that a person, not a program, makes a call. */
export function challengeModule({ db, config, signingKeys, now, log }: Infrastructure) {
  const { challenge } = config;
  const store = new ChallengeStore(db);
  const service = new ChallengeService({
    challenges: store,
    challenger:
      challenge.kind === 'work'
        ? new WorkChallenges({ keys: signingKeys, tries: challenge.tries, now, log })
        : new PersonChecks({ account: challenge, now, log }),
  });
  return {
    service,
    stores: [store],
    privateCollections: ['challenges'],
    mount: (api) => void api.route('/', challengeRoutes(service)),
    mountOutside(site) {
      if (challenge.kind === 'work') site.all(challengeFrame, notFoundAnswer);
      else site.route('/', challengeFrameRoutes(challenge));
    },
  } satisfies Module & Record<string, unknown>;
}
export type ChallengeModule = ReturnType<typeof challengeModule>;
