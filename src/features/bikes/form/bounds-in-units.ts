import type { NumberField } from '#contract/bike-fields.ts';
import { boundsWords } from '#contract/field-words.ts';
import type { UnitSystem } from '#contract/preferences.ts';

/** Returns the error messages with numeric bounds in the viewer's units. */
export function inUnits(
  errors: readonly string[],
  field: Omit<NumberField, 'as' | 'part'>,
  system: UnitSystem,
): readonly string[] {
  const bounds = boundsWords(field);
  return errors.map((words) => (words === bounds ? boundsWords(field, system) : words));
}
