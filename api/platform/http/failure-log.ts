import type { Context } from 'hono';
import type { ProblemCode } from '#contract/problems.ts';
import { Problem } from '#contract/problems.ts';
import { networksOf } from '../addresses/network.ts';
import type { SignedIn } from './kit.ts';

// These refusals may be an attack; others are common, or have events of their own.
const suspicious = new Set<ProblemCode>([
  ...(['too_many_requests', 'cross_origin', 'wrong_user', 'forbidden'] as const),
  ...(['bike.exists', 'comment.exists', 'message.exists', 'photo.exists'] as const),
]);
const broken = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** Whether a request failed because the client disconnected. */
export function isHangUp(error: unknown, c: Context): boolean {
  if (!c.req.raw.signal.aborted || !(error instanceof Error)) return false;
  return error === c.req.raw.signal.reason || broken.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Logs a failure: unexpected errors in full, suspicious refusals as events. */
export function logFailure(error: unknown, code: ProblemCode, c: Context): void {
  const { log, client, user } = c.var as Partial<SignedIn['Variables']>;
  if (!log) return;
  const network = client && networksOf(c)[0];
  if (isHangUp(error, c)) log.debug({ event: 'request.abandoned', network }, 'the client hung up');
  else if (code === 'unexpected') log.error({ err: error }, 'unexpected error');
  else if (code === 'unavailable' && !(error instanceof Problem)) log.error({ err: error }, 'out of service');
  else if (suspicious.has(code)) {
    log.info({ event: 'request.refused', code, network, accountId: user?.id }, 'request refused');
  }
}
