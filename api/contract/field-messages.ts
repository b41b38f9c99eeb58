import { maxOf, type NumberField } from './bike-fields.ts';
import type { UnitSystem } from './preferences.ts';
import { measureIn, unitIn } from './units.ts';

const lower = ({ label }: { label: string }) => label.toLowerCase();
const withArticle = (phrase: string) => `${/^[aeio]/.test(phrase) ? 'an' : 'a'} ${phrase}`;
// Avoids Intl, whose start costs a phone more than the rest of this file.
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Messages of invalid fields. */
export const chooseMessage = (field: { label: string }): string => `Choose ${withArticle(lower(field))}.`;
export const tooLongMessage = (field: { label: string; max: number }): string =>
  `Keep the ${lower(field)} under ${figure(field.max)} characters.`;
/** @param system unit system of the bounds in the message */
export const boundsMessage = (field: Omit<NumberField, 'as' | 'part'>, system: UnitSystem = 'Metric'): string => {
  const { min, unit, storedIn } = field;
  const start = `Enter ${withArticle(lower(field))} between`;
  if (!unit) return `${start} ${min} and ${maxOf(field)}.`;
  const [from, to] = [min, maxOf(field)].map((bound) => measureIn(bound, storedIn ?? unit, unitIn(unit, system)));
  return `${start} ${from?.value} and ${to?.value} ${to?.unit}.`;
};
export const tooManyMessage = (max: number, things: string): string => `Add up to ${max} ${things}.`;
