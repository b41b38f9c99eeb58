import type { FieldValue } from '#src/offline/vault.ts';
import { kilograms } from '#src/ui/format.ts';

/** A number of a bike: what it is called, and how it is typed, kept and shown. */
export type BikeNumber = {
  label: string;
  unit?: string;
  /** What stands in the form, given what its fields hold. */
  textOf(field: (name: string) => string): string;
  /** What the form's fields hold of what is typed. */
  fieldsOf(typed: string): Record<string, FieldValue>;
  /** As it is told, without its unit. */
  shown(kept: number): string | number;
};

/** What was typed, with a point or a comma, as a number; null for nothing, NaN for what is none. */
export const numberOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'));

/** A number that is kept in the unit in which it is typed. */
const plain = (name: string, label: string, unit?: string): BikeNumber => ({
  label,
  unit,
  textOf: (field) => field(name),
  fieldsOf: (typed) => ({ [name]: typed }),
  shown: (kept) => kept,
});

/** Typed and told in kilograms, sent in grams; the words are kept as they were typed. */
const weight: BikeNumber = {
  label: 'Weight',
  unit: 'kg',
  textOf: (field) => field('weightKg') || (field('weightG') === '' ? '' : String(Number(field('weightG')) / 1000)),
  fieldsOf(typed) {
    const typedKg = numberOf(typed);
    if (typedKg === null) return { weightKg: '', weightG: null };
    // What is not a number stays as it is, and is refused with its sentence when the bike is published.
    return { weightKg: typed, weightG: Number.isFinite(typedKg) ? Math.round(typedKg * 1000) : typed };
  },
  shown: kilograms,
};

/** By the names of the contract's fields. */
export const bikeNumbers = {
  year: plain('year', 'Year'),
  tireWidthMm: plain('tireWidthMm', 'Tire width', 'mm'),
  weightG: weight,
} as const;

export const isNumberField = (field: string): boolean => Object.hasOwn(bikeNumbers, field);
