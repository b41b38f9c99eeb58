import { type ProblemCode, unexpectedMessage } from './problem-codes.ts';

/** All errors of the API: code, HTTP status and message. */
export const problems = {
  unexpected: { status: 500, message: unexpectedMessage },
  bad_request: { status: 400, message: "We couldn't read this request. Reload the page and try again." },
  unauthenticated: { status: 401, message: 'Log in first.' },
  forbidden: { status: 403, message: 'You can only change what is yours.' },
  cross_origin: { status: 403, message: 'This request came from another site. Open this site and try again.' },
  not_found: { status: 404, message: "We can't find this. It may have been deleted." },
  gone: { status: 410, message: 'This has been removed.' },
  too_large: { status: 413, message: 'This is too large to send.' },
  client_too_old: { status: 426, message: 'A new version is ready. Reload to continue.' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again in a moment.' },
  unavailable: { status: 503, message: 'The site is busy. Try again in a moment.' },
  maintenance: { status: 503, message: 'You can read, but nothing can be saved right now. Try again later.' },
  wrong_user: { status: 409, message: 'Another account is logged in here.' },
  key_invalid: { status: 400, message: 'The idempotency key is not valid.' },
  key_reused: { status: 422, message: 'This key was used for another request.' },
  'challenge.missing': {
    status: 403,
    message: 'We have to check that you are a person. Reload the page and try again.',
  },
  'challenge.failed': { status: 403, message: "We couldn't check that you are a person. Try again." },
  in_progress: { status: 409, message: 'This is still being saved. Wait a moment.' },

  LoginFailed: { status: 403, message: "That username or e-mail and password don't match." },
  EmailNotConfirmed: { status: 403, message: 'Confirm your e-mail first.' },
  EmailAlreadyConfirmed: { status: 409, message: 'This e-mail is already confirmed. You can log in.' },
  LockedOut: { status: 429, message: 'Too many attempts. Try again in a few minutes, or reset your password.' },
  Suspended: { status: 403, message: 'Your account is suspended.' },
  Banned: { status: 403, message: 'This account has been closed by the moderators.' },
  Deleted: { status: 403, message: 'You deleted this account.' },
  'confirm.invalid': { status: 410, message: 'This link is no longer valid. Ask for a new one.' },
  'reset.invalid': { status: 410, message: 'This link is no longer valid. Ask for a new one.' },

  'moderation.operator': { status: 409, message: 'This member is an operator. Remove the role first.' },
  'moderation.state': { status: 409, message: "This isn't possible in the account's current state." },

  'bike.exists': { status: 409, message: 'This bike belongs to someone else.' },
  'bike.flagged': { status: 403, message: 'This bike was flagged.' },
  'bike.status': { status: 409, message: "This isn't possible with the bike's current status." },
  'bike.changed': { status: 409, message: 'This bike was changed elsewhere.' },
  'bike.photos_missing': { status: 422, message: 'Some photos have not arrived yet.' },
  'bike.quota': { status: 429, message: 'You can add 50 bikes a day.' },
  'photo.exists': { status: 409, message: 'This photo belongs to someone else.' },
  'photo.too_large': { status: 413, message: 'A photo can be up to 20 MB.' },
  'photo.unreadable': {
    status: 422,
    message: "We can't read this photo. Choose a still JPEG, PNG, WebP, AVIF or HEIC.",
  },
  'photo.too_small': { status: 422, message: 'This photo is too small. Its longer side needs at least 480 pixels.' },
  'photo.too_many_pixels': { status: 422, message: 'A photo can have up to 64 megapixels.' },
  'photo.quota': { status: 429, message: 'You can send 1 GB of photos a day.' },
  'photo.too_slow': { status: 422, message: 'This photo takes too long to read. Save it as JPEG and try again.' },
  'photo.damaged': { status: 422, message: 'This photo arrived damaged. Send it again.' },
  'photo.missing': { status: 422, message: 'This photo is no longer on the site. Choose it again.' },
  'like.own': { status: 403, message: "You can't like your own bike." },
  'favorite.own': { status: 403, message: 'This is your own bike. Find it under Bikes.' },
  'favorite.too_many': { status: 409, message: 'You can keep up to 5,000 favorites. Remove one first.' },
  'folder.full': { status: 409, message: 'This folder is full: it holds up to 1,000 bikes. Choose another one.' },
  'folder.too_many': { status: 409, message: 'You have 100 folders. Delete one first.' },
  'folder.default': { status: 403, message: "You can't rename or delete the folder Favorites." },
  'comment.exists': { status: 409, message: 'This comment belongs to someone else.' },
  'comment.too_late': { status: 403, message: 'You can edit a comment for 24 hours. This one is older.' },
  'comments.closed': { status: 403, message: 'The owner has closed the comments on this bike.' },
  'message.self': { status: 403, message: "You can't write to yourself." },
  'message.left': { status: 403, message: 'This member is no longer here.' },
  'message.refused': { status: 403, message: "This member isn't accepting new messages." },
  'message.blocked': { status: 403, message: 'You have blocked this member. Unblock them to write.' },
  'message.newcomer': {
    status: 403,
    message: 'To start a conversation, publish a bike or write three comments first.',
  },
  'message.starts': { status: 429, message: 'You can start 3 conversations a day and 15 a week.' },
  'message.exists': { status: 409, message: 'This message belongs to someone else.' },
  'message.too_late': {
    status: 403,
    message: 'You can unsend a message for 15 minutes. This one is older. You can still remove it from your own view.',
  },
  'block.self': { status: 403, message: "You can't block yourself." },
  'block.too_many': { status: 409, message: 'You can block up to 1,000 members. Unblock someone first.' },
  'block.between': {
    status: 403,
    message: "You or the owner of this bike blocked the other, so this isn't possible.",
  },
  'flag.own': { status: 403, message: 'This is yours. Edit or delete it instead.' },
  'flag.repeated': { status: 409, message: 'You already flagged this.' },
  'flag.quota': { status: 429, message: 'You can flag 10 things a day.' },
  'profile.changed': { status: 409, message: 'This was changed on another device.' },
  'posting.held': {
    status: 403,
    message: 'Three of your posts were flagged within a month. You can post again after a moderator has reviewed them.',
  },
  'preference.changed': { status: 409, message: 'You changed this on another device in the meantime.' },
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
