import { emptyValue } from '#contract/bike-defaults.ts';
import {
  type BikeFieldName,
  bikeField,
  bikeFieldNames,
  bikeFields,
  type FieldNameOf,
  motorField,
  motorFieldNames,
} from '#contract/bike-fields.ts';
import type { FrameSize, Motor } from '#contract/bike-values.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { frameSizeLabel } from '#contract/option-labels.ts';
import { many, t } from '#contract/texts.ts';
import type { DisplayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';
import { listOf } from '#src/ui/lists.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';
import { bikeNumbers, motorNumbers, priceShown, type Reading, sizeEntered } from '../measures.ts';

/** Settings that format a spec sheet. */
type Hand = Pick<DisplayPreferences, 'units' | 'writing'>;

/** Formats a measure for the viewer's language; plain numbers, such as years, stay unformatted. */
const written = ({ value, ...unit }: Reading, { writing }: Hand): Reading => ({
  value: typeof value === 'string' ? decimal(value, writing) : value,
  ...unit,
});

/** Fields shown elsewhere: in the header, or together with another field. */
const elsewhere: ReadonlySet<BikeFieldName> = new Set(['nickname', 'yearCirca', 'currency', 'pricePublic']);

const sizeRow = (name: string, size: FrameSize | null, hand: Hand): SpecRow[] => {
  if (!size) return [];
  return size.kind === 'letter'
    ? [{ name, value: frameSizeLabel(size.letter) }]
    : [{ name, ...written(sizeEntered(size.value, size.kind, hand.units), hand) }];
};

const motorRows = (motor: Motor | null, hand: Hand): SpecRow[] =>
  motorFieldNames.map((name) => {
    const value = motor?.[name];
    const field = motorField(name);
    const reading =
      typeof value === 'number' && value > 0 ? motorNumbers[name]?.readingIn(value, hand.units) : undefined;
    const shown = field.as === 'choice' && value ? field.labelOf(String(value)) : value;
    return { name: field.label, value: shown, ...(reading && written(reading, hand)) };
  });

function priceRows(name: string, { priceMinor, currency }: Bike, { writing }: Hand): SpecRow[] {
  if (priceMinor === null || !currency) return [];
  return [{ name, value: decimal(priceShown(priceMinor, currency), writing), unit: currency }];
}

function numberRow(bike: Bike, name: FieldNameOf<'number'>, hand: Hand): SpecRow[] {
  const stored = bike[name];
  if (!stored) return [];
  const reading = written(bikeNumbers[name].readingIn(stored, hand.units), hand);
  const value = name === 'year' && bike.yearCirca ? t`c. ${reading.value}` : reading.value;
  return [{ name: bikeField(name).label, ...reading, value }];
}

function manyRow(bike: Bike, name: FieldNameOf<'many'>): SpecRow {
  const { label, labelOf } = bikeFields[name];
  const chosen = bike[name];
  return {
    name: name === 'colors' ? many(chosen.length)`Color|Colors` : label,
    value: listOf(chosen.map(labelOf)),
  };
}

function rowsOf(bike: Bike, name: BikeFieldName, hand: Hand): SpecRow[] {
  const field = bikeField(name);
  if (elsewhere.has(name)) return [];
  if (field.as === 'size') return sizeRow(field.label, bike.frameSize, hand);
  if (field.as === 'motor') return motorRows(bike.eBike, hand);
  if (field.as === 'money') return priceRows(field.label, bike, hand);
  if (field.as === 'number') return numberRow(bike, name as FieldNameOf<'number'>, hand);
  if (field.as === 'many') return [manyRow(bike, name as FieldNameOf<'many'>)];
  if (field.as === 'line') return [{ name: field.label, value: bike[name] as string }];
  if (field.as !== 'choice') return [];
  const value = bike[name] as string | null;
  return [{ name: field.label, value: value && value !== emptyValue(name) ? field.labelOf(value) : null }];
}

/** List of the features that the bike has, for example `Tubeless and Dynamo`. */
const featuresOf = (bike: Bike): string =>
  listOf(
    bikeFieldNames
      .filter((name) => bikeField(name).as === 'flag' && !elsewhere.has(name) && bike[name] === true)
      .map((name) => bikeField(name).label),
  );

/** Whether the bike has measures that differ by unit system. */
export const dependsOnUnits = ({ weightG, frameSize, eBike, components }: Bike): boolean =>
  Boolean(weightG || eBike?.rangeKm || (frameSize && frameSize.kind !== 'letter')) ||
  components.some((component) => component.weightG !== null);

/** Rows of the spec sheet, in its order and in the viewer's units. */
export const specRowsOf = (bike: Bike, hand: Hand): SpecRow[] =>
  [
    ...bikeFieldNames.flatMap((name) => rowsOf(bike, name, hand)),
    { name: t`Features`, value: featuresOf(bike) },
  ].filter(({ value }) => Boolean(value));
