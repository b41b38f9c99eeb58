import type { RefCallback } from 'react';

/**
 * Ref of an element that its own buttons remove: browsers drop the focus with it. An item of a list passes the focus to
 * the item beside it, every other element to the heading of the page or dialog.
 */
export const passFocusOn: RefCallback<HTMLElement> = (element) => () => {
  if (!element?.contains(document.activeElement)) return;
  const next = element.localName === 'li' ? (element.nextElementSibling ?? element.previousElementSibling) : null;
  const heading = element.closest('dialog, main')?.querySelector<HTMLElement>('h1, h2');
  if (heading) heading.tabIndex = -1;
  const target = next?.querySelector('button') ?? heading;
  target?.focus({ preventScroll: target === heading });
};
