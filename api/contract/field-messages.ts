import { many, t } from '#contract/texts.ts';
import { maxOf, type NumberField } from './bike-fields.ts';
import type { UnitSystem } from './preferences.ts';
import { measureIn, unitIn } from './units.ts';

// Each stands beside the label of its field. Those with a number are written when they are asked for.

export const chooseMessage = t`Choose one.`;
export const tooLongMessage = (max: number) => () => many(max)`Keep it under # character.|Keep it under # characters.`;
export const tooManyParts = (max: number) => () => many(max)`Add up to # part.|Add up to # parts.`;
/** @param system unit system of the bounds in the message */
export const boundsMessage = (
  field: Pick<NumberField, 'min' | 'max' | 'unit' | 'storedIn'>,
  system: UnitSystem = 'Metric',
): string => {
  const { min, unit, storedIn } = field;
  if (!unit) return t`Enter a year between ${min} and ${maxOf(field)}.`;
  const inUnit = (bound: number) => measureIn(bound, storedIn ?? unit, unitIn(unit, system));
  const [from, to] = [inUnit(min), inUnit(maxOf(field))];
  return t`Enter a number between ${from.value} and ${to.value} ${to.unit}.`;
};
