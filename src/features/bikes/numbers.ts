import { bikeFields, type FieldNameOf, type NumberField } from '#contract/bike-fields.ts';
import type { FieldValue } from '#src/offline/vault.ts';
import { decimal } from '#src/ui/format.ts';

/** How a number of a bike is typed, kept and shown. */
export type BikeNumber = {
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
const plain = (name: string): BikeNumber => ({
  textOf: (field) => field(name),
  fieldsOf: (typed) => ({ [name]: typed }),
  shown: (kept) => kept,
});

/** One that is typed and told in a larger unit than it is kept in; the words are kept as they were typed. */
const converted = (name: string, typedAs: string, per: number): BikeNumber => ({
  textOf: (field) => field(typedAs) || (field(name) === '' ? '' : String(Number(field(name)) / per)),
  fieldsOf(typed) {
    const amount = numberOf(typed);
    if (amount === null) return { [typedAs]: '', [name]: null };
    // What is not a number stays as it is, and is refused with its sentence when the bike is published.
    return { [typedAs]: typed, [name]: Number.isFinite(amount) ? Math.round(amount * per) : typed };
  },
  shown: (kept) => decimal(kept / per),
});

const numberFor = (name: FieldNameOf<'number'>): BikeNumber => {
  const { per, typedAs }: NumberField = bikeFields[name];
  return per && typedAs ? converted(name, typedAs, per) : plain(name);
};

/** By the names of the contract's fields. */
export const bikeNumbers: Record<FieldNameOf<'number'>, BikeNumber> = {
  year: numberFor('year'),
  tireWidthMm: numberFor('tireWidthMm'),
  weightG: numberFor('weightG'),
};

export const isNumberField = (field: string): boolean => Object.hasOwn(bikeNumbers, field);
