import type { Page } from 'playwright-core';

/** State of a page at its first content. */
export type FirstContent = {
  /** Milliseconds since the navigation started. */
  at: number;
  /** Whether a skeleton or loader was shown then or before. */
  loading: boolean;
  /** Label of the member's menu in the header; empty for a visitor. */
  account: string;
  text: string;
  /** Text of each bike in a list. */
  cards: string[];
  liked: boolean;
};

declare global {
  interface Window {
    firstContent?: FirstContent;
    /** An element of the first content, which must not be replaced later. */
    firstElement?: Element | null;
  }
}

/** Runs in the page before its own scripts. */
function noteFirstContent(): void {
  let loading = false;
  const textOf = (element: Element | null) => element?.textContent ?? '';
  const look = () => {
    const main = document.querySelector('main');
    if (!main) return;
    loading ||= main.querySelector('[role="img"][aria-label^="Loading"]') !== null;
    const cards = [...main.querySelectorAll('li article')];
    const element = cards[0] ?? main.querySelector('dl, article');
    if (!element) return;
    watch.disconnect();
    window.firstElement = element;
    window.firstContent = {
      at: performance.now(),
      loading,
      account: document.querySelector('header [aria-label^="Account"]')?.getAttribute('aria-label') ?? '',
      text: textOf(main),
      cards: cards.map(textOf),
      liked: main.querySelector('[aria-pressed="true"]') !== null,
    };
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true });
}

/** Opens an address and records its first content. @param before also runs in the page before its own scripts */
export async function firstContentAt(page: Page, address: string, before?: () => void): Promise<FirstContent> {
  await page.addInitScript(noteFirstContent);
  if (before) await page.addInitScript(before);
  await page.goto(address);
  const found = await page.waitForFunction(() => window.firstContent);
  return (await found.jsonValue()) as FirstContent;
}
