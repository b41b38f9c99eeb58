/**
 * Runs in a page: controls that a thumb misses, smaller than 44 CSS pixels in either direction (WCAG 2.2, 2.5.5). What
 * reacts counts: a label, a card that its link covers, an invisible edge. Links in a sentence are exempt.
 */
export function smallTargets(): string[] {
  const least = 44;
  const controls =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="slider"], [role="option"]';
  const isInSentence = (one: Element) => {
    const { display } = getComputedStyle(one);
    const around = one.parentElement?.innerText?.trim() ?? '';
    return display === 'inline' && around !== (one as HTMLElement).innerText?.trim();
  };
  const small: string[] = [];
  for (const one of document.querySelectorAll<HTMLElement>(controls)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isInSentence(one)) continue;
    if (one.closest('[inert], [aria-hidden="true"]')) continue;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const label = (one as HTMLInputElement).labels?.[0] ?? one.closest('label');
    const { left, top, width, height } = (
      label && one.matches('[type="checkbox"], [type="radio"], [type="file"]') ? label : one
    ).getBoundingClientRect();
    // Visually hidden, for screen readers and keyboards.
    if (width <= 1 || height <= 1) continue;
    const reaches = (x: number, y: number) => {
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
      return hit !== null && (one.contains(hit) || (label?.contains(hit) ?? false));
    };
    /** How far it reacts from its center on, in pixels. */
    const reach = (x: number, y: number) => {
      let far = 0;
      while (far < least && reaches(x * far, y * far)) far += 1;
      return far;
    };
    const isWide = width >= least - 0.5 || reach(-1, 0) + reach(1, 0) > least;
    const isTall = height >= least - 0.5 || reach(0, -1) + reach(0, 1) > least;
    if (!isWide || !isTall) small.push(`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 160)}`);
  }
  return small;
}
