/** Field path (`photos.2.caption`) to the sentences about it. */
export type Validation = Record<string, string[]>;

/** What went wrong, for a person (`message`) and for code (`code`, `details`). */
export type WireError = { code: string; message: string; details?: Record<string, unknown> };

/** The shape of every answer under the API's base path. */
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

/** Set on every answer of the API: tells it from a captive portal's page. Its value is the build's version. */
export const appHeader = 'X-Headbadge';

/** Names the account that a write was made by; the server refuses it under another session. */
export const actingUserHeader = 'X-Acting-User';
/** The same in the address of a link, which carries no header. */
export const actingUserQuery = 'as';

/** The outbox row's id; the server runs each key once (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeader = 'Idempotency-Key';

/** Set when an answer is the stored one of an earlier request with the same key. */
export const replayedHeader = 'Idempotency-Replayed';
