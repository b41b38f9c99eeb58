import { type BikeFieldName, bikeField, bikeFieldNames, type FieldNameOf } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bikes.ts';
import type { SpecRow } from '#src/ui/spec-list.tsx';
import { bikeNumbers } from '../numbers.ts';

function rowOf(bike: Bike, name: BikeFieldName): SpecRow | null {
  const field = bikeField(name);
  if (field.as === 'choice') return { name: field.label, value: bike[name] as string | null };
  if (field.as === 'number') {
    const kept = bike[name as FieldNameOf<'number'>];
    const value = kept && bikeNumbers[name as FieldNameOf<'number'>].shown(kept);
    return { name: field.label, value, unit: field.unit };
  }
  if (field.as !== 'many') return null;
  const chosen = bike[name as FieldNameOf<'many'>];
  return { name: chosen.length > 1 ? field.label : field.label.replace(/s$/, ''), value: chosen.join(', ') };
}

/** What is known of a bike, in the order of a spec sheet. */
export const specRowsOf = (bike: Bike): SpecRow[] =>
  bikeFieldNames.flatMap((name) => rowOf(bike, name) ?? []).filter(({ value }) => Boolean(value));
