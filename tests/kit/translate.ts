import type { BrowserContext } from 'playwright-core';

/** Whether the browser translates a page as soon as it is shown, or once it is hydrated. */
export type Moment = 'before hydration' | 'after hydration';

/** Runs in a page before its scripts: does to its texts what the translation of Chrome and Edge does. */
function translate(moment: Moment): void {
  const skipped = 'script, style, textarea, code, font, [translate=no]';
  const isText = (node: Node): node is Text =>
    node instanceof Text && node.data.trim() !== '' && node.parentElement?.closest(skipped) === null;
  const translated = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    // A changed text that looks the same: tests go on reading English.
    inner.textContent = `${text.data}\u200b`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const textsIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [walker.currentNode];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts.filter(isText);
  };
  const start = () => {
    for (const text of textsIn(document.body)) translated(text);
    new MutationObserver((records) => {
      const nodes = records.flatMap(({ type, target, addedNodes }) =>
        type === 'characterData' ? [target] : [...addedNodes],
      );
      for (const node of nodes) if (node.isConnected) for (const text of textsIn(node)) translated(text);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  const isRendered = () => document.getElementById('initial-data') !== null;
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    if (moment === 'before hydration' || !isRendered()) start();
    // React hydrates after the event.
    else addEventListener('alive', () => requestIdleCallback(start));
  });
}

/** Translates every page of a context from now on. */
export const translatePages = (context: BrowserContext, moment: Moment): Promise<unknown> =>
  context.addInitScript(translate, moment);
