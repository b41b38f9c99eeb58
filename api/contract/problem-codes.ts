/** The specification's message for unexpected errors. */
export const unexpectedMessage = 'An unexpected error occurred. Please try again.';

// Separate from the messages, which a page needs only where something is sent.
/** Codes of all errors of the API. */
const problemCodes = [
  'unexpected',
  'bad_request',
  'unauthenticated',
  'forbidden',
  'cross_origin',
  'not_found',
  'gone',
  'too_large',
  'client_too_old',
  'too_many_requests',
  'unavailable',
  'maintenance',
  'wrong_user',
  'key_invalid',
  'key_reused',
  'challenge.missing',
  'challenge.failed',
  'in_progress',
  'LoginFailed',
  'EmailNotConfirmed',
  'EmailAlreadyConfirmed',
  'LockedOut',
  'Suspended',
  'Banned',
  'Deleted',
  'confirm.invalid',
  'reset.invalid',
  'moderation.operator',
  'moderation.state',
  'bike.exists',
  'bike.flagged',
  'bike.status',
  'bike.changed',
  'bike.photos_missing',
  'bike.quota',
  'photo.exists',
  'photo.too_large',
  'photo.unreadable',
  'photo.too_small',
  'photo.too_many_pixels',
  'photo.quota',
  'photo.too_slow',
  'photo.damaged',
  'photo.missing',
  'like.own',
  'favorite.own',
  'favorite.too_many',
  'folder.full',
  'folder.too_many',
  'folder.default',
  'comment.exists',
  'comment.too_late',
  'comments.closed',
  'message.self',
  'message.left',
  'message.refused',
  'message.blocked',
  'message.newcomer',
  'message.starts',
  'message.exists',
  'message.too_late',
  'block.self',
  'block.too_many',
  'block.between',
  'flag.own',
  'flag.repeated',
  'flag.quota',
  'posting.held',
  'preference.changed',
  'profile.changed',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

const known: ReadonlySet<string> = new Set(problemCodes);

const temporary: ReadonlySet<string> = new Set<ProblemCode>([
  'photo.damaged',
  'Suspended',
  'EmailNotConfirmed',
  'posting.held',
  'bike.flagged',
  'comments.closed',
  'message.newcomer',
  'message.blocked',
  'message.refused',
  'block.between',
  'block.too_many',
  'favorite.too_many',
  'folder.full',
  'folder.too_many',
]);

const fixable: ReadonlySet<string> = new Set<ProblemCode>([
  'bike.photos_missing',
  'bike.changed',
  'key_reused',
  'too_large',
]);

/** Whether a code from the server is known to this build. */
export const isProblemCode = (code: string): code is ProblemCode => known.has(code);

/** Whether the same request may succeed later: after some time, or once the member or somebody else has acted. */
export const isTemporary = (code: string): boolean => temporary.has(code);

/** Whether another version of the content may be accepted. */
export const isFixableCode = (code: string): boolean => fixable.has(code);
