import type { FieldValue } from '#contract/drafts.ts';
import type { UnitSystem } from '#contract/preferences.ts';

/** What the parts of the bike's form read and write. Fields have the contract's names. */
export interface FormFields {
  /** The viewer's units, in which measures are typed. */
  units: UnitSystem;
  /** What a field holds, as text. */
  text(field: string): string;
  /** What a field with several choices holds. */
  list(field: string): readonly string[];
  /** Whether a field says yes. */
  flag(field: string): boolean;
  /** What a field of several rows holds. */
  rows(field: string): readonly FieldRow[];
  change(fields: Record<string, FieldValue>): void;
  /** The sentences about a field. */
  errors(field: string): readonly string[];
  /** Whether anything is wrong with a field, or with a part of it. */
  isWrong(field: string): boolean;
}

/** A form that nobody types into: what these fields hold. */
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

/** A row of a field, by the names of its own fields. */
export type FieldRow = { readonly id: string; readonly [name: string]: FieldValue };

/** What a field holds that a form has kept, whatever was kept there once. */
export const textIn = (value: FieldValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export const listIn = (value: FieldValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const isRow = (value: FieldValue): value is FieldRow =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && 'id' in value;
export const rowsIn = (value: FieldValue | undefined): readonly FieldRow[] =>
  Array.isArray(value) ? value.filter(isRow) : [];
