import { createValue } from '#src/lib/value.ts';
import { holdFocus } from './form-focus.ts';

/** Counts how often another version took the place of a draft: its form is built anew then. */
export const replacements = createValue(0);

/** Another version took the place of a draft. */
export function noteReplaced(): void {
  holdFocus();
  replacements.set(replacements.get() + 1);
}
