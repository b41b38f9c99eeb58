/**
 * Label of the field that had the focus when its form was unmounted; '' for another element, null if nothing had it.
 */
let left: string | null = null;

const labelOf = (element: Element | null): string =>
  (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';

/** Remembers the focused field before the form remounts or the focused element disappears. */
export function holdFocus(): void {
  if (document.activeElement !== document.body) left = labelOf(document.activeElement);
}

/** Restores the focus to the remembered field, or to the start of the form. */
export function giveFocusBack(form: HTMLFormElement | null): void {
  const label = left;
  left = null;
  if (label === null || !form) return;
  const named = label && [...form.querySelectorAll('label')].find((one) => one.textContent === label)?.control;
  (named || form.querySelector<HTMLElement>('[data-step]:not([hidden]) :is(button, input)'))?.focus();
}

/** Moves the focus into the form after a choice beside it was made. */
export function toForm(): void {
  holdFocus();
  giveFocusBack(document.querySelector<HTMLFormElement>('main form'));
}

/** Opens a section of the form, named as in `bike-completeness.ts`, and moves the focus to its first field. */
export function goToPart(form: HTMLFormElement | null, part: string): void {
  const section = part && form?.querySelector<HTMLElement>(`[data-part="${CSS.escape(part)}"]`);
  if (!section) return;
  if (section instanceof HTMLDetailsElement) section.open = true;
  section.scrollIntoView();
  section.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
}
