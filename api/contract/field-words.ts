import { mostOf, type NumberField } from './bike-fields.ts';

const lower = ({ label }: { label: string }) => label.toLowerCase();
const withArticle = (words: string) => `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;
// Without Intl, whose start costs a phone more than the rest of this file.
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** The sentences that refuse a field. */
export const chooseWords = (field: { label: string }): string => `Choose ${withArticle(lower(field))}.`;
export const tooLongWords = (field: { label: string; most: number }): string =>
  `Keep the ${lower(field)} under ${figure(field.most)} characters.`;
export const boundsWords = (field: Omit<NumberField, 'as' | 'part'>): string => {
  const { least, unit, per = 1 } = field;
  const words = `Enter ${withArticle(lower(field))} between ${least / per} and ${mostOf(field) / per}`;
  return unit ? `${words} ${unit}.` : `${words}.`;
};
export const tooManyWords = (most: number, things: string): string => `Keep it to ${most} ${things} at most.`;
