import type { Validation, WireError } from '#contract/envelope.ts';
import { type MutationError, networkCode, proxyCode, type QueuedMutation } from './mutation.ts';

export { backoff } from './backoff.ts';

/** The outcome of a request for a mutation. `no-answer`: no answer came. */
export type Answer =
  | { kind: 'no-answer' }
  /** The data to be sent is no longer on this device. */
  | { kind: 'lost'; error: MutationError }
  | {
      kind: 'answer';
      status: number;
      data: unknown;
      error: WireError | null;
      validation: Validation | null;
      /** Milliseconds of the server's `Retry-After`. */
      retryAfter: number | null;
    };

/** The next step of the flush after an answer. */
export type ResponseClass =
  | { act: 'done'; data: unknown }
  | { act: 'retry'; error: MutationError; retryAfter: number | null }
  | { act: 'refresh' }
  | { act: 'stop'; why: 'wrong-user' | 'too-old' }
  /** `details`: further fields of the server's error, which some kinds of mutation use to recover. */
  | { act: 'fail'; error: MutationError; details: Record<string, unknown> };

const noAnswer: MutationError = { status: 0, code: networkCode, message: '', validation: null };
const transientStatuses = new Set([408, 425, 429]);
/** Attempts after which a 5xx answer of a proxy is final, although probes do reach the server. */
const maxProxyAttempts = 10;

function errorOf(answer: Extract<Answer, { kind: 'answer' }>): MutationError {
  const { status, error, validation } = answer;
  if (validation) {
    const first = Object.values(validation)[0]?.[0];
    return { status, code: 'validation', message: first ?? '', validation };
  }
  const { code = 'unexpected', message, remedy } = error ?? {};
  return { status, code, remedy, message: message ?? '', validation: null };
}

/** Decides what to do about a mutation by the answer to it. */
export function classifyResponse(mutation: Pick<QueuedMutation, 'method' | 'attempts'>, answer: Answer): ResponseClass {
  if (answer.kind === 'no-answer') return { act: 'retry', error: noAnswer, retryAfter: null };
  if (answer.kind === 'lost') return { act: 'fail', error: answer.error, details: {} };
  const { status, retryAfter } = answer;
  const error = errorOf(answer);
  const refused = { act: 'fail', error, details: answer.error?.details ?? {} } as const;
  if (status >= 200 && status < 300) return { act: 'done', data: answer.data };
  if (status === 401) return { act: 'refresh' };
  if (error.code === 'wrong_user') return { act: 'stop', why: 'wrong-user' };
  if (status === 426) return { act: 'stop', why: 'too-old' };
  if (error.code === proxyCode && status >= 500 && mutation.attempts >= maxProxyAttempts) return refused;
  if (transientStatuses.has(status) || status >= 500 || error.code === 'in_progress') {
    return { act: 'retry', error, retryAfter };
  }
  if (mutation.method === 'DELETE' && (status === 404 || status === 410)) return { act: 'done', data: null };
  return refused;
}
