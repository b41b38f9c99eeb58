/** Runs in a page: what is too wide for the window, and headings that are on the rule above them. */
export function pageFaults(): string[] {
  const short = (one: Element) => one.outerHTML.slice(0, 140);
  const faults: string[] = [];
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
    );
    faults.push(`${over} pixels too wide: ${wide.slice(0, 3).map(short).join(' ')}`);
  }
  for (const heading of document.querySelectorAll('h1, h2, h3, h4, legend')) {
    for (let around: Element | null = heading.parentElement; around; around = around.parentElement) {
      const rule = Number.parseFloat(getComputedStyle(around).borderBlockStartWidth);
      if (rule < 2) continue;
      const gap = heading.getBoundingClientRect().top - (around.getBoundingClientRect().top + rule);
      if (heading.checkVisibility() && gap < -0.5) faults.push(`${gap} pixels on its rule: ${short(heading)}`);
      break;
    }
  }
  return faults;
}

/** Runs in a page: holes in the open dialog that are too tall for its spacing, and a dialog beyond the window. */
export function dialogFaults(): string[] {
  const tallestHole = 72;
  const dialog = document.querySelector('dialog[open]');
  if (!dialog) return ['No dialog is open.'];
  const box = dialog.getBoundingClientRect();
  const faults: string[] = [];
  const over = Math.max(-box.top, box.bottom - innerHeight, -box.left, box.right - innerWidth);
  if (over > 0.5) faults.push(`beyond the window: ${JSON.stringify(box)}`);
  const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  const parts = [...dialog.querySelectorAll('button, input, select, textarea, img, svg, hr')].map((one) =>
    one.getBoundingClientRect(),
  );
  const range = document.createRange();
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    parts.push(range.getBoundingClientRect());
  }
  let end = box.top;
  const seen = parts.filter(({ height, bottom }) => height > 1 && bottom > box.top).sort((a, b) => a.top - b.top);
  for (const { top, bottom } of [...seen, { top: box.bottom, bottom: box.bottom }]) {
    if (Math.min(top, box.bottom) - end > tallestHole) faults.push(`a hole of ${Math.round(top - end)} pixels`);
    end = Math.max(end, bottom);
  }
  return faults;
}
