import type { FrameSize, Motor } from '#contract/bike-facts.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  type FieldNameOf,
  motorField,
  motorFieldNames,
} from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { UnitSystem } from '#contract/preferences.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';
import { bikeNumbers, motorNumbers, priceShown, sizeTold } from '../numbers.ts';

/** What stands elsewhere on the page: in its head, or beside another value. */
const elsewhere: ReadonlySet<BikeFieldName> = new Set(['nickname', 'yearCirca', 'currency', 'pricePublic']);

const sizeRow = (name: string, size: FrameSize | null, units: UnitSystem): SpecRow[] => {
  if (!size) return [];
  return size.kind === 'letter'
    ? [{ name, value: size.letter }]
    : [{ name, ...sizeTold(size.value, size.kind, units) }];
};

const motorRows = (motor: Motor | null, units: UnitSystem): SpecRow[] =>
  motorFieldNames.map((name) => {
    const value = motor?.[name];
    const told = typeof value === 'number' && value > 0 ? motorNumbers[name]?.told(value, units) : undefined;
    return { name: motorField(name).label, value, ...told };
  });

function priceRows(name: string, { priceMinor, currency }: Bike): SpecRow[] {
  if (priceMinor === null || !currency) return [];
  return [{ name, value: priceShown(priceMinor, currency), unit: currency }];
}

function numberRow(bike: Bike, name: FieldNameOf<'number'>, units: UnitSystem): SpecRow[] {
  const kept = bike[name];
  if (!kept) return [];
  const told = bikeNumbers[name].told(kept, units);
  const value = name === 'year' && bike.yearCirca ? `c. ${told.value}` : told.value;
  return [{ name: bikeField(name).label, ...told, value }];
}

function manyRow(label: string, chosen: readonly string[]): SpecRow {
  return { name: chosen.length > 1 ? label : label.replace(/s$/, ''), value: chosen.join(', ') };
}

function rowsOf(bike: Bike, name: BikeFieldName, units: UnitSystem): SpecRow[] {
  const field = bikeField(name);
  if (elsewhere.has(name)) return [];
  if (field.as === 'size') return sizeRow(field.label, bike.frameSize, units);
  if (field.as === 'motor') return motorRows(bike.eBike, units);
  if (field.as === 'money') return priceRows(field.label, bike);
  if (field.as === 'number') return numberRow(bike, name as FieldNameOf<'number'>, units);
  if (field.as === 'many') return [manyRow(field.label, bike[name as FieldNameOf<'many'>])];
  if (field.as === 'line') return [{ name: field.label, value: bike[name] as string }];
  if (field.as !== 'choice') return [];
  const value = bike[name] as string | null;
  return [{ name: field.label, value: value === field.usual ? null : value }];
}

/** What a bike has, of all that it may have: `Tubeless, Dynamo`. */
const featuresOf = (bike: Bike): string =>
  bikeFieldNames
    .filter((name) => bikeField(name).as === 'flag' && !elsewhere.has(name) && bike[name] === true)
    .map((name) => bikeField(name).label)
    .join(', ');

/** What is known of a bike, in the order of a spec sheet and in the viewer's units. */
export const specRowsOf = (bike: Bike, units: UnitSystem): SpecRow[] =>
  [
    ...bikeFieldNames.flatMap((name) => rowsOf(bike, name, units)),
    { name: 'Features', value: featuresOf(bike) },
  ].filter(({ value }) => Boolean(value));
