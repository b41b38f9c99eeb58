import * as v from 'valibot';
import type { Schema } from '#contract/endpoint.ts';
import type { Validation } from '#contract/envelope.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { translate } from '#contract/texts.ts';

/** Maximum of faults that one answer lists; more than any form has fields. */
const maxIssues = 200;
/** Maximum characters of a message, which may repeat user input. */
const maxMessageLength = 300;

/** Groups messages by field path; those that concern no field are under `_`. */
function validationOf(issues: readonly v.BaseIssue<unknown>[]): Validation {
  const fields = new Map<string, string[]>();
  for (const issue of issues.slice(0, maxIssues)) {
    const field = v.getDotPath(issue) ?? '_';
    const sentence = translate(issue.message).slice(0, maxMessageLength);
    fields.set(field, [...(fields.get(field) ?? []), sentence]);
  }
  return Object.fromEntries(fields);
}

// Sets missing fields to undefined, so that they fail with the field's own message, and drops unknown ones.
function withEveryField(schema: Schema, input: unknown): unknown {
  if (!('entries' in schema) || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const fields = input as Record<string, unknown>;
  const names = Object.keys(schema.entries as object);
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(fields, name) ? fields[name] : undefined]));
}

/** Input that a schema refuses. Unlike what a service refuses it is logged. */
export class InputRefused extends FieldsRefused {}

/** Validates an input and returns the schema's output. @throws InputRefused */
export function check<S extends Schema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, withEveryField(schema, input));
  if (!result.success) throw new InputRefused(validationOf(result.issues));
  return result.output;
}
