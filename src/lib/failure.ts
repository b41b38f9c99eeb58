import { type Envelope, unexpectedMessage, type Validation } from '#contract/envelope.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';

/**
 * `network`: no response of ours arrived. `validation`: fields are wrong. `refused`: the server said no, with a code.
 * `unexpected`: the server failed.
 */
export type FailureKind = 'network' | 'validation' | 'refused' | 'unexpected';

type FailureFields = {
  status?: number;
  code?: string;
  message?: string;
  validation?: Validation;
  details?: Record<string, unknown>;
  cause?: unknown;
};

const networkMessage = t`This needs a connection. Try again when there is signal.`;
const validationMessage = t`Check the marked fields.`;
const defaultMessages: Record<FailureKind, string> = {
  network: networkMessage,
  validation: validationMessage,
  refused: unexpectedMessage,
  unexpected: unexpectedMessage,
};

const flagged: ProblemCode = 'bike.flagged';

/** A failed API call. `message` is a sentence for a person. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string | null;
  /** Field path to messages; empty unless the kind is `validation`. */
  readonly validation: Validation;
  readonly details: Record<string, unknown>;

  constructor(kind: FailureKind, fields: FailureFields = {}) {
    super(fields.message || defaultMessages[kind], { cause: fields.cause });
    this.name = 'ApiFailure';
    this.kind = kind;
    this.status = fields.status ?? 0;
    this.code = fields.code ?? null;
    this.validation = fields.validation ?? {};
    this.details = fields.details ?? {};
  }

  /** Whether the thing does not exist, no longer exists or is hidden. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410 || this.code === flagged;
  }
}

/** Creates the failure for an error response. */
export function failureOf(status: number, envelope: Envelope<unknown>): ApiFailure {
  if (envelope.validation) return new ApiFailure('validation', { status, validation: envelope.validation });
  const error = envelope.error ?? undefined;
  return new ApiFailure(status >= 500 ? 'unexpected' : 'refused', { status, ...error });
}

/** Converts anything thrown to an `ApiFailure`; other errors become `unexpected`. */
export const failureFrom = (cause: unknown): ApiFailure =>
  cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', { cause });

/** Ignores an `ApiFailure`, which the result slot shows already. Rethrows any other error. */
export function ignoreApiFailure(cause: unknown): void {
  if (!(cause instanceof ApiFailure)) throw cause;
}
