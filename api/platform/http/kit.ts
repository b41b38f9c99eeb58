import type { Context, Env, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import type { ChallengePurpose } from '#contract/challenge.ts';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { challengeHeader, invalid, refused, remedies } from '#contract/envelope.ts';
import { Id } from '#contract/id-schema.ts';
import type { Role } from '#contract/moderation.ts';
import type { Person } from '#contract/people.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { FieldsRefused, Problem, problems } from '#contract/problems.ts';
import { type Scope, scopeOf } from '#contract/programs.ts';
import type { ProofWay } from '#contract/proof.ts';
import { translate } from '#contract/texts.ts';
import type { Log } from '../logs.ts';
import { isOutOfService } from '../mongo.ts';
import type { CachedResponse } from '../response-cache.ts';
import type { SessionUser } from '../sessions/adapter.ts';
import type { SeenSession } from '../sessions/epochs.ts';
import { check, InputRefused } from './check.ts';
import { isHangUp, logFailure, logRefusedInput } from './failure-log.ts';
import { bearerOf } from './programs.ts';
import { readJson } from './read-body.ts';

/** Variables of every handler. */
export type Visitor = {
  Variables: {
    log: Log;
    requestId: string;
    /** The sender's IP address. */
    client: string;
    /** The cached answer that this request was answered with. */
    cached?: { answer: CachedResponse; response: Response };
    /** Whether the response cache knows what the answer depends on. */
    hasDependencies?: boolean;
    /** The scope that a program needs for this call; null if only people can make it. */
    scope?: Scope | null;
    /** Whether it was refused during maintenance, as everybody's writes are. */
    isReadOnly?: true;
    /** The content security policy of a response that is not one of our pages. */
    policy?: string;
  };
};
/**
 * A member who writes. `postingSuspended`: until a moderator has reviewed their flagged items; `newUntil` (ISO 8601):
 * when they stop being new, null if they have.
 */
export type Writer = Person & { postingSuspended: boolean; newUntil: string | null };

/** A program with a personal token. In place of a session it has its token. */
export type Program = { user: SessionUser; scopes: readonly Scope[]; session: SeenSession };

/**
 * Variables of a handler behind `signedIn`. `program`: a program asks with a personal token, which is in place of the
 * session. `operator`: whether the member is one, and the program may moderate.
 */
export type SignedIn = {
  Variables: Visitor['Variables'] & {
    user: Person;
    writer: Writer;
    session: SeenSession;
    program?: true;
  } & Record<Role, boolean>;
};

/** Variables of a handler behind `maybeSignedIn`. */
export type MaybeSignedIn = { Variables: Visitor['Variables'] & { user?: Person } };

/**
 * Rate limit: `points` calls in `seconds`, by member or by network: an IPv4 address, or the /64 of an IPv6 one, whose
 * /48 may make four times as many.
 */
export type LimitRule = { name: string; points: number; seconds: number; by?: 'user' | 'network' };

/** What proves who sits at a device: one of these ways, within this time. */
export type ProofRule = { ways: readonly ProofWay[]; seconds: number };

/** Answers a repeated write. */
export type Again = (c: Context<SignedIn>) => Promise<Response>;

/** The guards of a handler. `once` must come after `signedIn`, and so must a limit by user. */
export interface Guards {
  /**
   * Lets members with a valid session pass, and programs with a personal token for the call that `describe` declares.
   * @throws unauthenticated, wrong_user, token.invalid, token.scope, token.people
   */
  signedIn: MiddlewareHandler<SignedIn>;
  /**
   * Answers 304 if the member's ETag is current. It reveals nothing new, so it checks the access token only and reads
   * no session. Place it before `signedIn`, whose handler sends the tag.
   */
  unchanged(tagOf: (userId: string) => Promise<string>): MiddlewareHandler;
  /** Lets everybody pass whom `signedIn` does, and visitors without a session. @throws unauthenticated, token.invalid */
  maybeSignedIn: MiddlewareHandler<MaybeSignedIn>;
  /**
   * Lets operators pass, to write only if they have proved strongly that it is them; place it after `signedIn`.
   * @throws not_found, proof.needed
   */
  operator: MiddlewareHandler<SignedIn>;
  /** The same for operators and moderators. */
  moderator: MiddlewareHandler<SignedIn>;
  /**
   * Lets members pass who have just proved that it is them; place it after `signedIn`.
   * @param rule by default any way, within `proofMinutes`
   * @throws proof.needed with `details.ways`
   */
  proved(rule?: ProofRule): MiddlewareHandler<SignedIn>;
  /** The same in one of `strongProofWays` within `strongProofHours`. */
  provedStrongly: MiddlewareHandler<SignedIn>;
  /** Runs a write once for each Idempotency-Key. @throws key_invalid, key_reused, in_progress */
  once: MiddlewareHandler<SignedIn>;
  /**
   * The same for large answers: the answer is not stored, and a repeated write is answered by `again`.
   * @param again answers with the current state of what was written
   */
  onceWithAgain(again: Again): MiddlewareHandler<SignedIn>;
  /** The same for an upload: its fingerprint is the `Content-Digest`, which the handler must verify. */
  onceByDigest: MiddlewareHandler<SignedIn>;
  /** Lets a read pass unless a write with its Idempotency-Key is running. @throws key_invalid, in_progress */
  settled: MiddlewareHandler<SignedIn>;
  /**
   * Caches the answer, which must be the same for everybody, until something that it depends on is written: add the route
   * to `api/modules/cache-dependencies.ts`. Place it after `queryOf` and after no guard that may refuse: later requests
   * are served before routing.
   */
  cached: MiddlewareHandler<Visitor>;
  /** The same after a guard that may refuse, which runs each time. */
  cachedBehind: MiddlewareHandler<Visitor>;
  /** Adds the dependencies of an answer that is not cached itself to the cached page that contains it. */
  withDependencies: MiddlewareHandler<Visitor>;
  /**
   * Requires a solved challenge for this call, which is good for one.
   * @throws challenge.missing, challenge.failed, unavailable
   */
  challenged(call: { challenge: ChallengePurpose }): MiddlewareHandler;
  /** @throws too_many_requests with `details.retryAfter` in seconds */
  limit(rule: LimitRule): MiddlewareHandler;
}

type Checked<Target extends string, S extends Schema> = {
  in: Record<Target, v.InferInput<S>>;
  out: Record<Target, v.InferOutput<S>>;
};

/**
 * Validates the JSON body by the call's schema; read it with `c.req.valid('json')`.
 * @throws unsupported_type, too_large, bad_request, FieldsRefused
 */
export const bodyOf =
  <S extends Schema, E extends Env>({ body }: { body: S }): MiddlewareHandler<E, string, Checked<'json', S>> =>
  async (c, next) => {
    c.req.addValidatedData('json', check(body, await readJson(c)) as object);
    await next();
  };

/**
 * Validates the query by the call's schema; read it with `c.req.valid('query')`. The first value of a repeated name
 * counts, unless it is in `repeats`.
 * @throws FieldsRefused
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

/** Reads an id from the path. @throws not_found for a malformed id */
export function idParam(c: Context, name: string): Id {
  const id = c.req.param(name);
  if (!v.is(Id, id)) throw new Problem('not_found');
  return id;
}

const wireError = v.object({
  code: v.string(),
  message: v.string(),
  remedy: v.picklist(remedies),
  details: v.optional(v.record(v.string(), v.any())),
});
const enveloped = (data: Schema) =>
  v.object({
    successful: v.boolean(),
    data: v.nullable(data),
    validation: v.nullable(v.record(v.string(), v.array(v.string()))),
    error: v.nullable(wireError),
  });

// Rules that JSON Schema cannot express are left out of the document; error answers still name them.
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
  description: 'The answer to a challenge from `GET /challenge` for this call. It works once.',
  schema: { type: 'string' as const },
};
const bytes = (type: string) => ({ [type]: { schema: { type: 'string' as const, format: 'binary' } } });
const responseDescription = 'The response. Errors have another status and say why in `validation` or `error`.';

const endpoints = new WeakMap<object, Endpoint>();

/** The endpoint that a handler of `describe` declares. */
export const endpointOf = (handler: object): Endpoint | undefined => endpoints.get(handler);

/**
 * Adds a call to the OpenAPI document, from the schemas that validate it. Declares to the guards what a program needs for
 * it, and refuses programs if only people can make it: place it first.
 * @throws token.people
 */
export function describe(endpoint: Endpoint, summary: string): MiddlewareHandler {
  const { query, repeats, body, reply, challenge, file } = endpoint;
  const scope = scopeOf(endpoint);
  const described = describeRoute({
    summary,
    ...(query && { parameters: parametersOf(query, repeats) }),
    ...(challenge && { parameters: [answerParameter] }),
    ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: {
      200: { description: responseDescription, content: file ? bytes(file) : json(enveloped(reply), 'output') },
    },
  });
  const declared: MiddlewareHandler<Visitor> = async (c, next) => {
    if (scope === null && bearerOf(c) !== null) throw new Problem('token.people');
    c.set('scope', scope);
    await next();
  };
  endpoints.set(declared, endpoint);
  // The document's generator finds its description on the function.
  return Object.assign(declared, described);
}

const codesByStatus: Record<number, ProblemCode> = { 400: 'bad_request', 404: 'not_found', 413: 'too_large' };

/** Retry-After in seconds for a database or disk that is out of service. */
const retrySeconds = 5;
const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');

function problemOf(error: unknown, c: Context): Problem {
  if (error instanceof Problem) return error;
  if (isHangUp(error, c)) return new Problem('bad_request', { cause: error });
  if (isOutOfService(error) || isDiskFull(error))
    return new Problem('unavailable', { cause: error, details: { retryAfter: retrySeconds } });
  const code = error instanceof HTTPException ? codesByStatus[error.status] : undefined;
  return new Problem(code ?? 'unexpected', { cause: error });
}

/** Answers with an error. Unexpected errors are logged in full and described in general terms. */
export function errorAnswer<E extends Visitor>(error: unknown, c: Context<E>): Response {
  c.header('Cache-Control', 'no-store');
  if (error instanceof InputRefused) logRefusedInput(error, c);
  if (error instanceof FieldsRefused) return c.json(invalid(error.validation), 422);
  const problem = problemOf(error, c);
  const { code, message, remedy, details, status } = problem;
  logFailure(error, problem, c);
  if (code === 'token.invalid') c.header('WWW-Authenticate', 'Bearer error="invalid_token"');
  if (typeof details.retryAfter === 'number') c.header('Retry-After', String(Math.ceil(details.retryAfter)));
  return c.json(
    refused({ code, message: translate(message), remedy, ...(Object.keys(details).length > 0 && { details }) }),
    status,
  );
}

/** Answers 404. */
export function notFoundAnswer(c: Context): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(refused({ code: 'not_found', message: translate(problems.not_found.message), remedy: 'none' }), 404);
}
