import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { ProblemCode } from '#contract/problems.ts';
import { Problem } from '#contract/problems.ts';
import { networksOf } from '../addresses/network.ts';
import type { InputRefused } from './check.ts';
import type { SignedIn } from './kit.ts';

// Further refusals that may be an attack, besides those by 401 and 403, of links, and of things that the viewer must not
// know of.
const suspicious = new Set<ProblemCode>([
  ...(['too_many_requests', 'cross_origin', 'wrong_user'] as const),
  ...(['bad_request', 'unsupported_type', 'too_large', 'key_invalid', 'token.with_session', 'passkey.late'] as const),
  ...(['bike.exists', 'comment.exists', 'message.exists', 'photo.exists'] as const),
]);
const broken = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** Whether a request failed because the client disconnected. */
export function isHangUp(error: unknown, c: Context): boolean {
  if (!c.req.raw.signal.aborted || !(error instanceof Error)) return false;
  return error === c.req.raw.signal.reason || broken.has((error as NodeJS.ErrnoException).code ?? '');
}

const isSuspicious = (problem: Problem): boolean =>
  !problem.isLogged &&
  (problem.status === 401 ||
    problem.status === 403 ||
    problem.isHidden ||
    problem.code.endsWith('.invalid') ||
    suspicious.has(problem.code));

/** Who asked for what, without the path and anything else that was typed. */
export function requestFieldsOf(c: Context) {
  const { client, user } = c.var as Partial<SignedIn['Variables']>;
  return { method: c.req.method, route: routePath(c), network: client && networksOf(c)[0], accountId: user?.id };
}

/** Logs a failure: unexpected errors in full, suspicious refusals as events. */
export function logFailure(error: unknown, problem: Problem, c: Context): void {
  const { code } = problem;
  const { log } = c.var as Partial<SignedIn['Variables']>;
  if (!log) return;
  if (isHangUp(error, c)) {
    log.debug({ event: 'request.abandoned', network: requestFieldsOf(c).network }, 'the client hung up');
  } else if (code === 'unexpected') log.error({ err: error }, 'unexpected error');
  else if (code === 'unavailable' && !(error instanceof Problem)) log.error({ err: error }, 'out of service');
  else if (isSuspicious(problem))
    log.info({ event: 'request.refused', code, ...requestFieldsOf(c) }, 'request refused');
}

/** Logs which fields a schema refused, without what was typed there. */
export function logRefusedInput({ validation }: InputRefused, c: Context): void {
  const { log } = c.var as Partial<SignedIn['Variables']>;
  const fields = [...new Set(Object.keys(validation).map((path) => path.split('.', 1)[0]))];
  log?.info({ event: 'input.refused', fields, ...requestFieldsOf(c) }, 'input refused');
}
