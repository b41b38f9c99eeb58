import type { Document } from './codec.ts';
import { readable } from './names.ts';

/** The MongoDB error codes that this server uses. */
const codeNames = {
  2: 'BadValue',
  8: 'UnknownError',
  9: 'FailedToParse',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  96: 'OperationFailed',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  123: 'NotAReplicaSet',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  175: 'QueryPlanKilled',
  197: 'InvalidIndexSpecificationOption',
  322: 'APIVersionError',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  14031: 'OutOfDiskSpace',
} as const;

/** An error that a client sees with MongoDB's code and name. */
export class DbError extends Error {
  readonly code: number;
  readonly extra: Document;

  constructor(code: number, message: string, extra: Document = {}) {
    super(readable(message));
    this.code = code;
    this.extra = extra;
  }

  toReply(): Document {
    const codeName = (codeNames as Record<number, string>)[this.code] ?? `Location${this.code}`;
    return { ok: 0, errmsg: this.message, code: this.code, codeName, ...this.extra };
  }
}

export const badValue = (message: string): DbError => new DbError(2, message);
export const failedToParse = (message: string): DbError => new DbError(9, message);

/** Checks a client's value that becomes a name or a path. Throws BadValue if no name may hold it. */
export function checkedName(text: string): string {
  if (text.includes('\0')) throw badValue('a field name cannot contain a null byte');
  return text;
}

/** The error for a MongoDB feature that this server does not have. */
export const unsupported = (what: string): DbError =>
  new DbError(115, `${what} is not supported by the embedded database`);
