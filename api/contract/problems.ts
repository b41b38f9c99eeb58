import { type ProblemCode, unexpectedMessage } from './problem-codes.ts';

/** All errors of the API: code, HTTP status and message. */
export const problems = {
  unexpected: { status: 500, message: unexpectedMessage },
  bad_request: { status: 400, message: 'The request could not be read.' },
  unauthenticated: { status: 401, message: 'Log in first.' },
  forbidden: { status: 403, message: 'This is not yours to change.' },
  cross_origin: { status: 403, message: 'This request came from another site.' },
  not_found: { status: 404, message: 'This is not here any more.' },
  gone: { status: 410, message: 'This has been removed.' },
  too_large: { status: 413, message: 'That is too large.' },
  client_too_old: { status: 426, message: 'A new version is ready. Reload to go on.' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again in a moment.' },
  unavailable: { status: 503, message: 'The site is busy. Try again in a moment.' },
  wrong_user: { status: 409, message: 'Another account is logged in here.' },
  key_invalid: { status: 400, message: 'The idempotency key is not valid.' },
  key_reused: { status: 422, message: 'This key was used for another request.' },
  'challenge.missing': { status: 403, message: 'This came without the answer to a challenge. Reload the page first.' },
  'challenge.failed': { status: 403, message: 'We could not check that this came from a person. Try again.' },
  in_progress: { status: 409, message: 'The same request is still running.' },

  LoginFailed: { status: 403, message: "That username or e-mail and password don't match." },
  EmailNotConfirmed: { status: 403, message: 'Confirm your e-mail first.' },
  EmailAlreadyConfirmed: { status: 409, message: 'This e-mail is already confirmed. You can log in.' },
  LockedOut: { status: 429, message: 'Too many attempts. Try again in a few minutes, or reset your password.' },
  Suspended: { status: 403, message: 'Your account is suspended.' },
  Banned: { status: 403, message: 'This account has been closed by the moderators.' },
  Deleted: { status: 403, message: 'You deleted this account.' },
  'confirm.invalid': { status: 410, message: 'This link is no longer valid. Ask for a new one.' },
  'reset.invalid': { status: 410, message: 'This link is no longer valid. Ask for a new one.' },

  'moderation.operator': { status: 409, message: 'This member is an operator. Take the role away first.' },
  'moderation.state': { status: 409, message: 'This cannot be done to this account.' },

  'bike.exists': { status: 409, message: 'This bike belongs to somebody else.' },
  'bike.flagged': { status: 403, message: 'This bike was flagged.' },
  'bike.status': { status: 409, message: 'This cannot be done to this bike as it stands.' },
  'bike.changed': { status: 409, message: 'This bike was changed elsewhere.' },
  'bike.photos_missing': { status: 422, message: 'Some photos have not arrived yet.' },
  'bike.quota': { status: 429, message: 'That was 50 new bikes within a day.' },
  'photo.exists': { status: 409, message: 'This photo belongs to somebody else.' },
  'photo.too_large': { status: 413, message: 'A photo can be at most 20 MB.' },
  'photo.unreadable': {
    status: 422,
    message: 'This is not a photo we can read. Send a still JPEG, PNG, WebP or AVIF.',
  },
  'photo.too_small': { status: 422, message: 'The longer side of a photo needs at least 480 pixels.' },
  'photo.too_many_pixels': { status: 422, message: 'A photo can have at most 64 megapixels.' },
  'photo.quota': { status: 429, message: 'That was 1 GB of photos within a day.' },
  'photo.too_slow': { status: 422, message: 'This photo takes too long to read. Save it as JPEG and send that.' },
  'photo.damaged': { status: 422, message: 'This photo arrived damaged. Send it again.' },
  'photo.missing': { status: 422, message: 'This photo is not on the site any more. Choose it again.' },
  'like.own': { status: 403, message: 'You cannot like your own bike.' },
  'favorite.own': { status: 403, message: 'This one is yours: it is among your bikes.' },
  'favorite.too_many': { status: 409, message: '5,000 favorites are the most that there can be.' },
  'folder.full': { status: 409, message: 'A folder holds 1,000 bikes.' },
  'folder.too_many': { status: 409, message: 'You have 100 folders. Delete one first.' },
  'folder.default': { status: 403, message: 'Favorites stays: it can be neither renamed nor deleted.' },
  'comment.exists': { status: 409, message: 'This comment belongs to somebody else.' },
  'comment.too_late': { status: 403, message: 'A comment can be edited for 24 hours.' },
  'comments.closed': { status: 403, message: 'The owner of this bike takes no more comments.' },
  'message.self': { status: 403, message: 'You cannot write to yourself.' },
  'message.left': { status: 403, message: 'This member is not here any more.' },
  'message.refused': { status: 403, message: "This member isn't accepting new messages." },
  'message.blocked': { status: 403, message: 'You have blocked this member. Unblock them to write.' },
  'message.newcomer': {
    status: 403,
    message: 'Publish a bike or write three comments first: then you can begin conversations.',
  },
  'message.starts': { status: 429, message: 'You can begin 3 conversations in a day, and 15 in a week.' },
  'message.exists': { status: 409, message: 'This message belongs to somebody else.' },
  'message.too_late': {
    status: 403,
    message: 'A message can be taken back for 15 minutes. You can still remove it from your own view.',
  },
  'block.self': { status: 403, message: 'You cannot block yourself.' },
  'block.too_many': { status: 409, message: 'You have blocked 1,000 members. Unblock somebody first.' },
  'block.between': {
    status: 403,
    message: 'You and the owner of this bike keep apart: one of you has blocked the other.',
  },
  'flag.own': { status: 403, message: 'This one is yours: change it, or delete it.' },
  'flag.repeated': { status: 409, message: 'You already flagged this.' },
  'flag.quota': { status: 429, message: 'That was 10 flags within a day.' },
  'profile.changed': { status: 409, message: 'This was changed on another device.' },
  'posting.held': {
    status: 403,
    message:
      'Three things of yours were flagged within a month. You can post again when a moderator has looked at them.',
  },
  'preference.changed': { status: 409, message: 'Another device of yours has chosen something else meanwhile.' },
} as const satisfies Record<ProblemCode, { status: number; message: string }>;

/** An error with a code. The server turns it into a reply, the page into a message. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Additional data, such as the ids of missing photos or seconds to wait. */
  readonly details: Record<string, unknown>;

  constructor(
    code: ProblemCode,
    options: { message?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(options.message ?? problems[code].message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): (typeof problems)[ProblemCode]['status'] {
    return problems[this.code].status;
  }
}

/** Input that a rule beyond the schema refuses; answered like other validation errors. */
export class FieldsRefused extends Error {
  readonly validation: Record<string, string[]>;

  constructor(validation: Record<string, string[]>) {
    super(Object.values(validation).flat().join(' '));
    this.name = 'FieldsRefused';
    this.validation = validation;
  }
}
