import * as v from 'valibot';
import type { Schema } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { FieldsRefused } from '#contract/problems.ts';

/** The wrong fields by their path; what concerns no field stands under `_`. */
function validationOf(issues: readonly v.BaseIssue<unknown>[]): Validation {
  const fields: Validation = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '_';
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  return fields;
}

// A missing field is given as undefined, so that it is refused in the field's own words.
function withEveryField(schema: Schema, input: unknown): unknown {
  if (!('entries' in schema) || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const missing = Object.keys(schema.entries as object).map((name) => [name, undefined]);
  return { ...Object.fromEntries(missing), ...input };
}

/** What a schema makes of an input. @throws FieldsRefused */
export function check<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, withEveryField(schema, input));
  if (!result.success) throw new FieldsRefused(validationOf(result.issues));
  return result.output;
}
