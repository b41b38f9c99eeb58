/** The label of the field that had the focus when its form went; '' of anything else, null when nothing had it. */
let left: string | null = null;

const labelOf = (element: Element | null): string =>
  (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '';

/** The form is about to be built anew, or what has the focus beside it is about to go. */
export function holdFocus(): void {
  if (document.activeElement !== document.body) left = labelOf(document.activeElement);
}

/** Gives the focus back to the field that had it, or to the beginning of the form. */
export function giveFocusBack(form: HTMLFormElement | null): void {
  const label = left;
  left = null;
  if (label === null || !form) return;
  const named = label && [...form.querySelectorAll('label')].find((one) => one.textContent === label)?.control;
  (named || form.querySelector<HTMLElement>('[data-add-photos]') || form.querySelector('select'))?.focus();
}

/** What was decided beside the form goes: the focus goes on in the form. */
export function toForm(): void {
  holdFocus();
  giveFocusBack(document.querySelector<HTMLFormElement>('main form'));
}
