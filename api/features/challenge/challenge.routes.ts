import { Hono } from 'hono';
import { describe, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { getChallenge } from '#contract/challenge.ts';
import { ok } from '#contract/envelope.ts';
import type { ChallengeService } from './challenge.service.ts';

export const challengeRoutes = (challenges: ChallengeService) =>
  new Hono<Visitor>().get(
    getChallenge.path,
    describe(getChallenge, 'A challenge for one call, requested just before it'),
    queryOf(getChallenge),
    (c) => {
      c.header('Cache-Control', 'no-store');
      return c.json(ok(challenges.give(c.req.valid('query').for)));
    },
  );
