import type { Context, Env, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { type ChallengePurpose, challengeHeader } from '#contract/challenge.ts';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { invalid, refused } from '#contract/envelope.ts';
import { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import type { ProblemCode } from '#contract/problem-codes.ts';
import { FieldsRefused, Problem, problems } from '#contract/problems.ts';
import type { Log } from '../logs.ts';
import { isOutOfService } from '../mongo.ts';
import type { CachedResponse } from '../response-cache.ts';
import type { SeenSession } from '../sessions/epochs.ts';
import { check } from './check.ts';
import { isHangUp, logFailure } from './failure-log.ts';
import { readJson } from './read-body.ts';

/** What every handler finds in `c.var`. */
export type Visitor = {
  Variables: {
    log: Log;
    requestId: string;
    /** The address that the request comes from. */
    client: string;
    /** What of the kept answers this request was answered with. */
    kept?: { answer: CachedResponse; response: Response };
    /** The policy of an answer that is no page of ours. */
    policy?: string;
  };
};
/** A member who writes. `held`: they post nothing until a moderator has looked at what others flagged. */
export type Writer = Person & { held: boolean };

/** What a handler behind `signedIn` finds besides. */
export type SignedIn = {
  Variables: Visitor['Variables'] & { user: Person; writer: Writer; session: SeenSession; operator: boolean };
};

/** What a handler behind `maybeSignedIn` finds besides. */
export type MaybeSignedIn = { Variables: Visitor['Variables'] & { user?: Person } };

/**
 * `points` calls in `seconds`, counted by member or by network: an IPv4 address, or the /64 of an IPv6 one, whose /48 may
 * make four times as many.
 */
export type LimitRule = { name: string; points: number; seconds: number; by?: 'user' | 'network' };

/** Answers a write that was done earlier. */
export type Again = (c: Context<SignedIn>) => Promise<Response>;

/** What stands before a handler. `once` needs `signedIn` before it, and so does a limit by user. */
export interface Guards {
  /** Lets members with a living session pass. @throws unauthenticated, wrong_user */
  signedIn: MiddlewareHandler<SignedIn>;
  /**
   * Answers 304 to a member who has what the call would answer, by its tag. It tells nothing new, so it goes by the access
   * token alone and asks for no session. Before `signedIn`, whose own answer carries the tag.
   */
  unchanged(tagOf: (userId: string) => Promise<string>): MiddlewareHandler;
  /** Lets members with a living session pass, and whoever says that they have none. @throws unauthenticated */
  maybeSignedIn: MiddlewareHandler<MaybeSignedIn>;
  /** Lets operators pass, after `signedIn`. @throws not_found */
  operator: MiddlewareHandler<SignedIn>;
  /** Runs a write once for each Idempotency-Key. @throws key_invalid, key_reused, in_progress */
  once: MiddlewareHandler<SignedIn>;
  /**
   * The same where the answer is large: it is not kept, and whoever sends the write again is answered by `again`.
   * @param again tells how the thing that was written stands now
   */
  onceAnew(again: Again): MiddlewareHandler<SignedIn>;
  /** The same for an upload whose handler checks its `Content-Digest`: that tells it from others, not its bytes. */
  onceByDigest: MiddlewareHandler<SignedIn>;
  /** Lets a question about a write pass when no write of its Idempotency-Key runs. @throws key_invalid, in_progress */
  settled: MiddlewareHandler<SignedIn>;
  /**
   * Keeps what a call answers, which must be the same for everybody, until something is written. After `queryOf`, and
   * after nothing that may refuse: whoever asks again is answered before any route is.
   */
  kept: MiddlewareHandler<Visitor>;
  /** The same behind a guard that may refuse, which is then asked each time. */
  keptBehind: MiddlewareHandler<Visitor>;
  /** Lets those pass, once each, who solved a challenge for this call. @throws challenge.missing, challenge.failed, unavailable */
  challenged(call: { challenge: ChallengePurpose }): MiddlewareHandler;
  /** @throws too_many_requests with `details.retryAfter` in seconds */
  limit(rule: LimitRule): MiddlewareHandler;
}

type Checked<Target extends string, S extends Schema> = {
  in: Record<Target, v.InferInput<S>>;
  out: Record<Target, v.InferOutput<S>>;
};

/**
 * Checks the JSON body by the call's schema; then `c.req.valid('json')`.
 * @throws bad_request, too_large, FieldsRefused
 */
export const bodyOf =
  <S extends Schema, E extends Env>({ body }: { body: S }): MiddlewareHandler<E, string, Checked<'json', S>> =>
  async (c, next) => {
    c.req.addValidatedData('json', check(body, await readJson(c)) as object);
    await next();
  };

/**
 * Checks the query by the call's schema; then `c.req.valid('query')`. Of a name that stands there several times the first
 * value counts, unless the call says that it repeats. @throws FieldsRefused
 */
export const queryOf =
  <S extends Schema, E extends Env>({
    query,
    repeats = [],
  }: {
    query: S;
    repeats?: readonly string[];
  }): MiddlewareHandler<E, string, Checked<'query', S>> =>
  async (c, next) => {
    const lists = repeats.flatMap((name) => {
      const values = c.req.queries(name);
      return values ? [[name, values] as const] : [];
    });
    c.req.addValidatedData('query', check(query, { ...c.req.query(), ...Object.fromEntries(lists) }) as object);
    await next();
  };

/** An id in the path. @throws not_found for what cannot be one */
export function idParam(c: Context, name: string): Id {
  const id = c.req.param(name);
  if (!v.is(Id, id)) throw new Problem('not_found');
  return id;
}

const wireError = v.object({
  code: v.string(),
  message: v.string(),
  details: v.optional(v.record(v.string(), v.any())),
});
const enveloped = (data: Schema) =>
  v.object({
    successful: v.boolean(),
    data: v.nullable(data),
    validation: v.nullable(v.record(v.string(), v.array(v.string()))),
    error: v.nullable(wireError),
  });

// Rules that JSON Schema cannot say are left out of the document; the answer still names them.
const json = (schema: Schema, typeMode: 'input' | 'output') => ({
  'application/json': { schema: resolver(schema, { errorMode: 'ignore', typeMode }) },
});
const one = { type: 'string' as const };
const parametersOf = (query: Schema, repeats: readonly string[] = []) =>
  Object.entries('entries' in query ? (query.entries as Record<string, Schema>) : {}).map(([name, { type }]) => ({
    name,
    in: 'query' as const,
    required: type !== 'optional',
    schema: repeats.includes(name) ? { type: 'array' as const, items: one } : one,
  }));
const answerParameter = {
  name: challengeHeader,
  in: 'header' as const,
  required: true,
  description: 'The answer to a challenge of `GET /challenge` for this call, which is good for one.',
  schema: { type: 'string' as const },
};
const bytes = (type: string) => ({ [type]: { schema: { type: 'string' as const, format: 'binary' } } });
const answerWords = 'The answer. A refusal has another status and says why in `validation` or `error`.';

/** Puts a call into the OpenAPI document, from the same schemas that check it. */
export const describe = (
  { query, repeats, body, reply, challenge, file }: Endpoint,
  summary: string,
): MiddlewareHandler =>
  describeRoute({
    summary,
    ...(query && { parameters: parametersOf(query, repeats) }),
    ...(challenge && { parameters: [answerParameter] }),
    ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: {
      200: { description: answerWords, content: file ? bytes(file) : json(enveloped(reply), 'output') },
    },
  });

const codesByStatus: Record<number, ProblemCode> = { 400: 'bad_request', 404: 'not_found', 413: 'too_large' };

/** Seconds after which a database or a disk may be well again. */
const retrySeconds = 5;
const isWithoutRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');

function problemOf(error: unknown, c: Context): Problem {
  if (error instanceof Problem) return error;
  if (isHangUp(error, c)) return new Problem('bad_request', { cause: error });
  if (isOutOfService(error) || isWithoutRoom(error))
    return new Problem('unavailable', { cause: error, details: { retryAfter: retrySeconds } });
  const code = error instanceof HTTPException ? codesByStatus[error.status] : undefined;
  return new Problem(code ?? 'unexpected', { cause: error });
}

/** The answer for whatever a handler threw; what nobody foresaw is logged in full and told in general words. */
export function errorAnswer<E extends Visitor>(error: unknown, c: Context<E>): Response {
  c.header('Cache-Control', 'no-store');
  if (error instanceof FieldsRefused) return c.json(invalid(error.validation), 422);
  const { code, message, details, status } = problemOf(error, c);
  logFailure(error, code, c);
  if (typeof details.retryAfter === 'number') c.header('Retry-After', String(Math.ceil(details.retryAfter)));
  return c.json(refused({ code, message, ...(Object.keys(details).length > 0 && { details }) }), status);
}

/** The answer where there is nothing. */
export function notFoundAnswer(c: Context): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(refused({ code: 'not_found', message: problems.not_found.message }), 404);
}
