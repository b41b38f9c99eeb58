import { createValue } from '#src/lib/value.ts';
import { holdFocus } from './form-focus.ts';

/** Increases when another version replaces a draft, so that its form remounts. */
export const replacements = createValue(0);

/** Remounts the form after another version replaced its draft. */
export function noteReplaced(): void {
  holdFocus();
  replacements.set(replacements.get() + 1);
}
