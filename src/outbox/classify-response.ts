import type { Validation } from '#contract/envelope.ts';
import { isProblemCode, unexpectedMessage } from '#contract/problem-codes.ts';
import { problems } from '#contract/problems.ts';
import { type MutationError, proxyCode, type QueuedMutation } from './mutation.ts';

/** What came back for a row. */
export type Answer =
  | { kind: 'silence' }
  /** What was to be sent is not on this device any more. */
  | { kind: 'lost'; error: MutationError }
  | {
      kind: 'answer';
      status: number;
      data: unknown;
      error: { code: string; message: string; details?: Record<string, unknown> } | null;
      validation: Validation | null;
      /** Milliseconds that the server asks us to wait. */
      retryAfter: number | null;
    };

/** What the drain does about it. */
export type ResponseClass =
  | { act: 'done'; data: unknown }
  | { act: 'retry'; error: MutationError; retryAfter: number | null }
  | { act: 'refresh' }
  | { act: 'stop'; why: 'wrong-user' | 'too-old' }
  /** `details`: what the server told besides, from which some kinds of write can be mended. */
  | { act: 'fail'; error: MutationError; details: Record<string, unknown> };

const silent: MutationError = { status: 0, code: 'network', message: 'No signal reached the site.', validation: null };
const transient = new Set([408, 425, 429]);
/** How often something is sent that a proxy answers in the site's place, though small questions do pass. */
const proxyTries = 10;

function errorOf(answer: Extract<Answer, { kind: 'answer' }>): MutationError {
  const { status, error, validation } = answer;
  if (validation) {
    const first = Object.values(validation)[0]?.[0];
    return { status, code: 'validation', message: first ?? unexpectedMessage, validation };
  }
  const code = error?.code ?? 'unexpected';
  const known = isProblemCode(code) ? problems[code].message : unexpectedMessage;
  return { status, code, message: error?.message || known, validation: null };
}

/** Decides about a row by what came back for it. */
export function classifyResponse(row: Pick<QueuedMutation, 'method' | 'attempts'>, answer: Answer): ResponseClass {
  if (answer.kind === 'silence') return { act: 'retry', error: silent, retryAfter: null };
  if (answer.kind === 'lost') return { act: 'fail', error: answer.error, details: {} };
  const { status, retryAfter } = answer;
  const error = errorOf(answer);
  const refused = { act: 'fail', error, details: answer.error?.details ?? {} } as const;
  if (status >= 200 && status < 300) return { act: 'done', data: answer.data };
  if (status === 401) return { act: 'refresh' };
  if (error.code === 'wrong_user') return { act: 'stop', why: 'wrong-user' };
  if (status === 426) return { act: 'stop', why: 'too-old' };
  if (error.code === proxyCode && status >= 500 && row.attempts >= proxyTries) return refused;
  if (transient.has(status) || status >= 500 || error.code === 'in_progress') {
    return { act: 'retry', error, retryAfter };
  }
  if (row.method === 'DELETE' && (status === 404 || status === 410)) return { act: 'done', data: null };
  return refused;
}

const shortest = 2_000;
const longest = 15 * 60_000;

/**
 * Milliseconds until the next attempt: full jitter under a doubling limit, between 2 s and 15 min, never less than
 * what the server asked for (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param attempts how often it was tried, 1 or more
 * @param random 0 to 1
 */
export function backoff(attempts: number, random: number, retryAfter: number | null = null): number {
  const limit = Math.min(longest, shortest * 2 ** Math.min(attempts, 12));
  return Math.max(retryAfter ?? 0, Math.round(shortest + random * (limit - shortest)));
}
