import { mostOf, type NumberField } from './bike-fields.ts';
import type { UnitSystem } from './preferences.ts';
import { toldIn, unitIn } from './units.ts';

const lower = ({ label }: { label: string }) => label.toLowerCase();
const withArticle = (words: string) => `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;
// Avoids Intl, whose start costs a phone more than the rest of this file.
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Messages of invalid fields. */
export const chooseWords = (field: { label: string }): string => `Choose ${withArticle(lower(field))}.`;
export const tooLongWords = (field: { label: string; most: number }): string =>
  `Keep the ${lower(field)} under ${figure(field.most)} characters.`;
/** @param system unit system of the bounds in the message */
export const boundsWords = (field: Omit<NumberField, 'as' | 'part'>, system: UnitSystem = 'Metric'): string => {
  const { least, unit, keptIn } = field;
  const start = `Enter ${withArticle(lower(field))} between`;
  if (!unit) return `${start} ${least} and ${mostOf(field)}.`;
  const [from, to] = [least, mostOf(field)].map((bound) => toldIn(bound, keptIn ?? unit, unitIn(unit, system)));
  return `${start} ${from?.value} and ${to?.value} ${to?.unit}.`;
};
export const tooManyWords = (most: number, things: string): string => `Add up to ${most} ${things}.`;
