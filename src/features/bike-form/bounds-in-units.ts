import type { NumberField } from '#contract/bike-fields.ts';
import { boundsMessage } from '#contract/field-messages.ts';
import type { UnitSystem } from '#contract/preferences.ts';

/** Returns the error messages with numeric bounds in the viewer's units. */
export function inUnits(
  errors: readonly string[],
  field: Omit<NumberField, 'as' | 'part'>,
  system: UnitSystem,
): readonly string[] {
  const bounds = boundsMessage(field);
  return errors.map((message) => (message === bounds ? boundsMessage(field, system) : message));
}
