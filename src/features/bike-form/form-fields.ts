import type { FieldValue } from '#contract/drafts.ts';
import type { UnitSystem } from '#contract/preferences.ts';

/** Form state as the fields read and write it. Field names are those of the API. */
export interface FormFields {
  /** Units in which the viewer types measures. */
  units: UnitSystem;
  /** Value of a field as text. */
  text(field: string): string;
  /** Values of a multiple-choice field. */
  list(field: string): readonly string[];
  /** Value of a checkbox. */
  flag(field: string): boolean;
  /** Rows of a repeated field. */
  rows(field: string): readonly FieldRow[];
  change(fields: Record<string, FieldValue>): void;
  /** Error messages of a field. */
  errors(field: string): readonly string[];
  /** Returns whether a field or one of its parts is invalid. */
  isWrong(field: string): boolean;
}

/** Wraps fixed values as read-only form fields. */
export const readOnly = (fields: Readonly<Record<string, FieldValue>>, units: UnitSystem): FormFields => ({
  units,
  text: (field) => textIn(fields[field]),
  list: (field) => listIn(fields[field]),
  flag: (field) => fields[field] === true,
  rows: (field) => rowsIn(fields[field]),
  change: () => undefined,
  errors: () => [],
  isWrong: () => false,
});

/** Row of a repeated field, with its subfields by name. */
export type FieldRow = { readonly id: string; readonly [name: string]: FieldValue };

/** Reads a stored value as text, whatever an older version may have stored. */
export const textIn = (value: FieldValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const listIn = (value: FieldValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const isRow = (value: FieldValue): value is FieldRow =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && 'id' in value;
export const rowsIn = (value: FieldValue | undefined): readonly FieldRow[] =>
  Array.isArray(value) ? value.filter(isRow) : [];
