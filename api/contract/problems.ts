import { t } from '#contract/texts.ts';
import { type Remedy, unexpectedMessage } from './envelope.ts';

/** The HTTP status and the sentence of an error. */
type ProblemText = {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 426 | 429 | 500 | 503;
  message: string;
  /** `none` by default. */
  remedy?: Remedy;
  /** Whether what throws it logs an event of its own. */
  isLogged?: true;
};
type Problems = Record<string, ProblemText>;

const defined: Problems = {};

/** Defines the errors of a feature, by their codes. The build leaves them out: the page shows the server's sentences. */
/* @__NO_SIDE_EFFECTS__ */
export function defineProblems<const P extends Problems>(problems: P): P {
  Object.assign(defined, problems);
  return problems;
}

const general = defineProblems({
  unexpected: { status: 500, message: unexpectedMessage },
  bad_request: { status: 400, message: t`We couldn't read this request. Reload the page and try again.` },
  unauthenticated: { status: 401, message: t`Log in first.` },
  forbidden: { status: 403, message: t`You can only change what is yours.` },
  cross_origin: { status: 403, message: t`This request came from another site. Open this site and try again.` },
  not_found: { status: 404, message: t`We can't find this. It may have been deleted.` },
  gone: { status: 410, message: t`This has been removed.` },
  too_large: { status: 413, remedy: 'change', message: t`This is too large to send.` },
  unsupported_type: { status: 415, message: t`We couldn't read this request. Reload the page and try again.` },
  client_too_old: { status: 426, message: t`A new version is ready. Reload to continue.` },
  too_many_requests: { status: 429, message: t`Too many requests. Try again in a moment.` },
  unavailable: { status: 503, message: t`The site is busy. Try again in a moment.` },
  maintenance: { status: 503, message: t`You can read, but nothing can be saved right now. Try again later.` },
  wrong_user: { status: 409, message: t`Another account is logged in here.` },
  key_invalid: { status: 400, message: t`The idempotency key is not valid.` },
  key_reused: { status: 422, remedy: 'change', message: t`This key was used for another request.` },
  in_progress: { status: 409, message: t`This is still being saved. Wait a moment.` },
});

/** Extended beside the endpoints of each feature. @public */
export interface FeatureProblems {
  general: typeof general;
}
/** Codes of all errors of the API. */
export type ProblemCode = { [F in keyof FeatureProblems]: keyof FeatureProblems[F] }[keyof FeatureProblems];

/** The errors of all features that this process has loaded. */
export const problems = defined as Readonly<Record<ProblemCode, ProblemText>>;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** An error with a code. The server turns it into a reply, the page into a message. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Additional data, such as the ids of missing photos or seconds to wait. */
  readonly details: Record<string, unknown>;
  /** Whether the thing exists, but the viewer must not learn of it. */
  readonly isHidden: boolean;

  constructor(
    code: ProblemCode,
    options: { message?: string; details?: Record<string, unknown>; cause?: unknown; isHidden?: boolean } = {},
  ) {
    super(options.message ?? problems[code].message, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.details = options.details ?? {};
    this.isHidden = options.isHidden === true;
  }

  get status(): ProblemText['status'] {
    return problems[this.code].status;
  }

  get isLogged(): boolean {
    return problems[this.code].isLogged === true;
  }

  get remedy(): Remedy {
    return problems[this.code].remedy ?? 'none';
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
