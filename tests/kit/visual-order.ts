import type { Locator } from 'playwright-core';

/** The characters of a text as they are seen: line by line, each from left to right. */
export const visualOrder = (text: Locator): Promise<string> =>
  text.evaluate((element) => {
    const seen: { left: number; middle: number; character: string }[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      for (let at = 0; at < text.length; at++) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const box = range.getBoundingClientRect();
        if (box.width > 1)
          seen.push({ left: box.left, middle: box.top + box.height / 2, character: text.data.charAt(at) });
      }
    }
    const sameLine = 8;
    const lines: (typeof seen)[] = [];
    for (const one of seen.toSorted((a, b) => a.middle - b.middle)) {
      const line = lines.at(-1);
      const middle = line?.[0]?.middle ?? Number.NEGATIVE_INFINITY;
      if (line && one.middle - middle < sameLine) line.push(one);
      else lines.push([one]);
    }
    const textOf = (line: typeof seen) =>
      line
        .toSorted((a, b) => a.left - b.left)
        .map(({ character }) => character)
        .join('');
    return lines.map(textOf).join(' ').replace(/\s+/g, ' ').trim();
  });
