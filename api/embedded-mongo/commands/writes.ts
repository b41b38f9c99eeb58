import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import type { Work } from '../query/slice.ts';
import { flag, ignored, list, readFields, refused } from './fields.ts';

/** The largest document that MongoDB stores, in bytes. */
export const maxDocumentBytes = 16 * 1024 * 1024;
const maxStatements = 100_000;

/** The combined result of a write command's statements. */
export interface Outcome {
  n: number;
  writeErrors?: Document[];
}

/** Parses the fields that all write commands share; `field` holds their statements. */
export function readWrite(name: string, field: string, command: Document): { statements: unknown[]; ordered: boolean } {
  const fields = readFields(name, command, {
    [field]: list,
    ordered: flag,
    bypassDocumentValidation: ignored,
    let: refused,
    maxTimeMS: ignored,
  });
  const statements = fields[field] as unknown[] | undefined;
  if (!statements) throw new DbError(40414, `BSON field '${name}.${field}' is missing but a required field`);
  if (!statements.length || statements.length > maxStatements)
    throw new DbError(
      16,
      `Write batch sizes must be between 1 and ${maxStatements}. Got ${statements.length} operations.`,
    );
  return { statements, ordered: (fields.ordered as boolean | undefined) ?? true };
}

/** Runs statements one by one; ordered ones stop at the first error. `run` returns how many documents it reached. */
export function* runStatements<T>(
  { statements, ordered }: { statements: readonly T[]; ordered: boolean },
  run: (statement: T, index: number) => number | Work<number>,
): Work<Outcome> {
  let n = 0;
  const writeErrors: Document[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      const reached = run(statement, index);
      n += typeof reached === 'number' ? reached : yield* reached;
    } catch (error) {
      if (!(error instanceof DbError)) throw error;
      const { code, message, extra } = error;
      writeErrors.push({ index, code, errmsg: message, ...extra });
      if (ordered) break;
    }
  }
  return writeErrors.length ? { n, writeErrors } : { n };
}
