import type { FieldValue } from '#src/offline/vault.ts';

/** What the form keeps of a weight typed in kilograms, with a point or a comma: the words, and the grams. */
export function weightFields(typed: string): { weightKg: string; weightG: FieldValue } {
  const kilograms = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '') return { weightKg: '', weightG: null };
  // What is not a number stays as it is, and is refused with its sentence when the bike is published.
  return { weightKg: typed, weightG: Number.isFinite(kilograms) ? Math.round(kilograms * 1000) : typed };
}

/** The weight as it was typed, else from its grams. */
export const weightText = (weightKg: string, weightG: string): string =>
  weightKg || (weightG === '' ? '' : String(Number(weightG) / 1000));
