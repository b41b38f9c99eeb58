import { t } from '#contract/texts.ts';
/** Messages by field path, such as `photos.2.caption`. */
export type Validation = Record<string, string[]>;

/** The specification's message for unexpected errors. */
export const unexpectedMessage = t`An unexpected error occurred. Please try again.`;

/**
 * How a refused request may still succeed: the same `later`, after some time or once somebody has acted, or with a
 * `change` of its content.
 */
export const remedies = ['later', 'change', 'none'] as const;
export type Remedy = (typeof remedies)[number];

/** An error for people (`message`) and for code (`code`, `details`). Earlier versions named no remedy. */
export type WireError = { code: string; message: string; remedy?: Remedy; details?: Record<string, unknown> };

/** Shape of every JSON reply of the API. */
export type Envelope<T> =
  | { successful: true; data: T; validation: null; error: null }
  | { successful: false; data: null; validation: Validation; error: null }
  | { successful: false; data: null; validation: null; error: WireError };

export const ok = <T>(data: T): Envelope<T> => ({ successful: true, data, validation: null, error: null });

export const invalid = (validation: Validation): Envelope<never> => ({
  successful: false,
  data: null,
  validation,
  error: null,
});

export const refused = (error: WireError): Envelope<never> => ({
  successful: false,
  data: null,
  validation: null,
  error,
});

/** Set on every reply of the API, to recognise a captive portal's page. Its value is the build's version. */
export const appHeader = 'X-Headbadge';

/** Names the account that queued a write; the server refuses it under another session. */
export const actingUserHeader = 'X-Acting-User';
/** The same as a query parameter, for links, which cannot send headers. */
export const actingUserQuery = 'as';

/** Id of the queued mutation; the server runs each key once (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeader = 'Idempotency-Key';

/** Set when the reply is the stored one of an earlier request with the same key. */
export const replayedHeader = 'Idempotency-Replayed';

/** Header with the solution: the payload of `workAnswer`, or the vendor's token. */
export const challengeHeader = 'X-Challenge-Answer';
