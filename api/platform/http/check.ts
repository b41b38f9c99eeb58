import * as v from 'valibot';
import type { Schema } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { FieldsRefused } from '#contract/problems.ts';

/** More than any form has to say; no answer tells more, however much is wrong. */
const mostTold = 200;
/** Characters of a sentence, which may repeat what was sent. */
const longestSentence = 300;

/** The wrong fields by their path; what concerns no field stands under `_`. */
function validationOf(issues: readonly v.BaseIssue<unknown>[]): Validation {
  const fields = new Map<string, string[]>();
  for (const issue of issues.slice(0, mostTold)) {
    const field = v.getDotPath(issue) ?? '_';
    const sentence = issue.message.slice(0, longestSentence);
    fields.set(field, [...(fields.get(field) ?? []), sentence]);
  }
  return Object.fromEntries(fields);
}

// A missing field is given as undefined, so that it is refused in the field's own words; what nobody asked for is left.
function withEveryField(schema: Schema, input: unknown): unknown {
  if (!('entries' in schema) || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const given = input as Record<string, unknown>;
  const names = Object.keys(schema.entries as object);
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(given, name) ? given[name] : undefined]));
}

/** What a schema makes of an input. @throws FieldsRefused */
export function check<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, withEveryField(schema, input));
  if (!result.success) throw new FieldsRefused(validationOf(result.issues));
  return result.output;
}
