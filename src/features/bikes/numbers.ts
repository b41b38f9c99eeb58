import {
  bikeFieldNames,
  bikeFields,
  type FieldNameOf,
  type MotorFieldName,
  motorField,
  motorFieldNames,
  type NumberField,
} from '#contract/bike-fields.ts';
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

const numberFor = (name: string, { per, typedAs }: NumberField): BikeNumber =>
  per && typedAs ? converted(name, typedAs, per) : plain(name);

type NumberName = FieldNameOf<'number'>;
const numberNames = bikeFieldNames.filter((name): name is NumberName => bikeFields[name].as === 'number');

/** By the names of the contract's fields. */
export const bikeNumbers = Object.fromEntries(
  numberNames.map((name) => [name, numberFor(name, bikeFields[name])]),
) as Record<NumberName, BikeNumber>;

/** Where a form keeps a fact about the motor. */
export const motorFieldOf = (name: MotorFieldName): string => `eBike.${name}`;

const otherNumbers = new Set([
  ...motorFieldNames.filter((name) => motorField(name).as === 'number').map(motorFieldOf),
  'frameSize.value',
]);

export const isNumberField = (field: string): boolean => Object.hasOwn(bikeNumbers, field) || otherNumbers.has(field);

/** Currencies that have no smaller unit (ISO 4217). */
const wholeOnly = ['JPY', 'KRW'];
const minorPer = (currency: string): number => (wholeOnly.includes(currency) ? 1 : 100);

/** What was typed as a price in the currency's smallest unit; null for nothing, NaN for what is none. */
export function minorOf(typed: string, currency: string): number | null {
  const amount = numberOf(typed.replace(/(?<=\d)[ ,](?=\d{3}(?:\D|$))/g, ''));
  return amount === null ? null : Math.round(amount * minorPer(currency));
}

/** A price as it is typed: `4200`, `89.90`. */
export const priceText = (minor: number, currency: string): string => {
  const per = minorPer(currency);
  return minor % per === 0 ? String(minor / per) : (minor / per).toFixed(2);
};

/** A price as it is told, without its currency: `4,200`, `89.90`. */
export const priceShown = (minor: number, currency: string): string =>
  priceText(minor, currency).replace(/\B(?=(\d{3})+(?:\.|$))/g, ',');
