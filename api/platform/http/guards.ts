import type { Context, MiddlewareHandler } from 'hono';
import type { ChallengePurpose } from '#contract/challenge.ts';
import { actingUserHeader, actingUserQuery, challengeHeader } from '#contract/envelope.ts';
import type { Role } from '#contract/moderation.ts';
import { Problem } from '#contract/problems.ts';
import { type ProofWay, proofMinutes, proofWays, strongProofHours, strongProofWays } from '#contract/proof.ts';
import { networksOf } from '../addresses/network.ts';
import type { IdempotencyStore } from '../idempotency-store.ts';
import { type Limits, refuseUntil } from '../limits.ts';
import type { ResponseCache } from '../response-cache.ts';
import type { SessionCookies } from '../sessions/cookies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { cachedIn, withDependenciesIn } from './cached.ts';
import { requestFieldsOf } from './failure-log.ts';
import type { Guards, LimitRule, MaybeSignedIn, ProofRule, SignedIn } from './kit.ts';
import { type FindProgram, programOf } from './programs.ts';

interface Deps {
  sessions: Sessions;
  cookies: SessionCookies;
  findProgram: FindProgram;
  idempotency: IdempotencyStore;
  limits: Limits;
  responseCache: ResponseCache;
  /** The ways in which a member can prove who they are. */
  proofWaysOf(userId: string): Promise<ProofWay[]>;
  challenges: {
    /** @throws challenge.failed, unavailable */
    redeem(purpose: ChallengePurpose, answer: string): Promise<void>;
  };
}

const memberOf = (c: Context<SignedIn>): string => {
  const { user } = c.var;
  if (!user) throw new Problem('unauthenticated');
  return user.id;
};

/** Creates the guards that routes put before their handlers. */
export function createGuards({
  sessions,
  cookies,
  findProgram,
  idempotency,
  limits,
  responseCache,
  challenges,
  proofWaysOf,
}: Deps): Guards {
  const signedIn: MiddlewareHandler<SignedIn> = async (c, next) => {
    const program = await programOf(c, findProgram, c.var.scope);
    const found = program ?? (await sessions.find(cookies.access(c)));
    if (!found) throw new Problem('unauthenticated');
    const { user, session } = found;
    const acting = c.req.header(actingUserHeader) ?? c.req.query(actingUserQuery);
    if (acting && acting !== user.id) throw new Problem('wrong_user');
    const person = { id: user.id, username: user.username, avatar: user.avatar };
    c.set('user', person);
    c.set('writer', { ...person, postingSuspended: user.postingSuspended, newUntil: user.newUntil });
    c.set('session', session);
    const mayModerate = program?.scopes.includes('moderate') !== false;
    c.set('operator', user.operator && mayModerate);
    c.set('moderator', user.moderator && mayModerate);
    if (program) c.set('program', true);
    c.header('Cache-Control', 'no-store');
    await next();
  };

  const unchanged =
    (tagOf: (userId: string) => Promise<string>): MiddlewareHandler =>
    async (c, next) => {
      const known = c.req.header('if-none-match');
      const userId = known === undefined ? null : await sessions.bearer(cookies.access(c));
      const acting = c.req.header(actingUserHeader) ?? userId;
      if (userId === null || acting !== userId || known !== (await tagOf(userId))) return next();
      return c.body(null, 304, { ETag: known, 'Cache-Control': 'no-store' });
    };

  const maybeSignedIn: MiddlewareHandler<MaybeSignedIn> = async (c, next) => {
    const program = await programOf(c, findProgram, c.var.scope);
    const found = program ?? (await sessions.find(cookies.access(c)));
    // A client with a session refreshes it and retries, so that no member is treated as signed out.
    if (!found && cookies.refresh(c)) throw new Problem('unauthenticated');
    if (found) c.set('user', { id: found.user.id, username: found.user.username, avatar: found.user.avatar });
    c.header('Cache-Control', 'no-store');
    await next();
  };

  const proved =
    ({ ways, seconds } = { ways: proofWays, seconds: proofMinutes * 60 } as ProofRule): MiddlewareHandler<SignedIn> =>
    async (c, next) => {
      // A program's token was proved when it was made.
      if (!c.var.program && !(await sessions.isProved(c.var.session.id, ways, seconds))) {
        const userId = c.var.user.id;
        const possible = await proofWaysOf(userId);
        throw new Problem('proof.needed', { details: { userId, ways: ways.filter((way) => possible.includes(way)) } });
      }
      await next();
    };
  const provedStrongly = proved({ ways: strongProofWays, seconds: strongProofHours * 3600 });

  const only =
    (role: Role): MiddlewareHandler<SignedIn> =>
    async (c, next) => {
      if (!c.var[role]) {
        c.var.log.info({ event: 'request.refused', code: role, ...requestFieldsOf(c) }, 'request refused');
        throw new Problem('not_found');
      }
      if (c.req.method === 'GET') return next();
      return provedStrongly(c, next);
    };

  const limit = (rule: LimitRule): MiddlewareHandler => {
    const members = limits.ahead(rule);
    const networks = limits.networkLimiter(rule);
    // A test finds rate limited routes by this function name.
    const paced: MiddlewareHandler = async (c, next) => {
      refuseUntil(await (rule.by === 'user' ? members.count(memberOf(c)) : networks.count(networksOf(c))));
      await next();
    };
    return paced;
  };
  const challenged =
    ({ challenge }: { challenge: ChallengePurpose }): MiddlewareHandler =>
    async (c, next) => {
      const answer = c.req.header(challengeHeader);
      if (!answer) throw new Problem('challenge.missing');
      await challenges.redeem(challenge, answer);
      await next();
    };
  const { once, onceWithAgain, onceByDigest, settled } = idempotency;
  return {
    signedIn,
    maybeSignedIn,
    unchanged,
    operator: only('operator'),
    moderator: only('moderator'),
    proved,
    provedStrongly,
    once,
    onceWithAgain,
    onceByDigest,
    settled,
    challenged,
    limit,
    cached: cachedIn(responseCache, true),
    cachedBehind: cachedIn(responseCache, false),
    withDependencies: withDependenciesIn(responseCache),
  };
}
