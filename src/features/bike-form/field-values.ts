import { emptyValue } from '#contract/bike-defaults.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  emptyMotorValue,
  motorFieldNames,
} from '#contract/bike-fields.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { FieldValue } from '#contract/drafts.ts';
import {
  type BikeNumber,
  bikeNumbers,
  minorOf,
  motorFieldOf,
  motorNumbers,
  partWeight,
  priceText,
  sizeNumber,
} from '#src/features/bikes/measures.ts';
import { listIn, rowsIn, textIn } from './form-fields.ts';

type Fields = Readonly<Record<string, FieldValue>>;
type BikeValues = Omit<PublishedBike, 'status' | 'photos' | 'seen'>;

/** Value of an empty field; null for a required one. */
const emptyOf = (name: BikeFieldName): FieldValue => (emptyValue(name) ?? null) as FieldValue;

/** Parses a number field; returns other values unchanged. */
const typed = (number: BikeNumber | undefined, value: FieldValue): FieldValue =>
  number && typeof value === 'string' ? number.read(value) : value;

function motorOf(fields: Fields): FieldValue {
  const values = motorFieldNames.map((name) => [name, fields[motorFieldOf(name)] ?? ''] as const);
  if (fields.drivetrain !== 'E-Bike' || values.every(([, value]) => value === '')) return null;
  return Object.fromEntries(
    values.map(([name, value]) => [name, value === '' ? emptyMotorValue(name) : typed(motorNumbers[name], value)]),
  );
}

function sizeOf(fields: Fields): FieldValue {
  const kind = fields['frameSize.kind'] ?? '';
  if (kind === '') return null;
  if (kind === 'letter') return { kind, letter: fields['frameSize.letter'] ?? null };
  const value = fields['frameSize.value'] ?? null;
  return { kind, value: kind === 'cm' || kind === 'in' ? typed(sizeNumber(kind), value) : value };
}

/** Parses the weights; the ounces that were typed stay in the form. */
const partsOf = (value: FieldValue | undefined): FieldValue =>
  rowsIn(value).map(({ weightOz: _, ...row }) =>
    'weightG' in row ? { ...row, weightG: partWeight.read(textIn(row.weightG)) } : row,
  );

/** Removes photos that the bike no longer has from its history. */
const daysOf = (value: FieldValue | undefined, photoIds: readonly string[]): FieldValue =>
  rowsIn(value).map((row) => ({ ...row, photoIds: listIn(row.photoIds).filter((id) => photoIds.includes(id)) }));

/**
 * Converts form values to the API's fields: empty choices become null, numbers are parsed.
 * @param photoIds ids of the bike's photos
 */
export function valuesOf(fields: Fields, photoIds: readonly string[]): Record<string, FieldValue> {
  const fieldValue = (name: BikeFieldName): FieldValue => {
    const value = fields[name];
    const { as } = bikeField(name);
    if (as === 'motor') return motorOf(fields);
    if (as === 'size') return sizeOf(fields);
    if (as === 'money') return minorOf(textIn(fields.price), textIn(fields.currency));
    if (as === 'components') return partsOf(value);
    if (as === 'history') return daysOf(value, photoIds);
    if (value === undefined || value === null || value === '') return emptyOf(name);
    return typed(bikeNumbers[name as keyof typeof bikeNumbers], value);
  };
  return Object.fromEntries(bikeFieldNames.map((name) => [name, fieldValue(name)]));
}

const flat = (name: string, value: object | null): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([part, its]) => [`${name}.${part}`, its ?? '']));

/** Converts a bike to form values, the inverse of {@link valuesOf}. */
export function fieldsOf(bike: BikeValues): Record<string, FieldValue> {
  const { eBike, frameSize, priceMinor, ...plain } = Object.fromEntries(
    bikeFieldNames.map((name) => [name, bike[name]]),
  ) as BikeValues;
  const price = priceMinor === null ? '' : priceText(priceMinor, plain.currency ?? '');
  return { ...plain, price, ...flat('eBike', eBike), ...flat('frameSize', frameSize) };
}
