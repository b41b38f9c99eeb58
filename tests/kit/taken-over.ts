import type { BrowserContext } from 'playwright-core';
import { unknownId } from './public-screens.ts';
import { whenQuiet } from './quiet.ts';
import { isDrawn, untilDrawn } from './until-drawn.ts';

/** How far a page may move while it is taken over. */
export const unseen = 0.005;
/** And how far when its font comes: a line may break elsewhere than in the fallback's face. */
export const byFont = 0.02;

/** Milliseconds after which a page asks anew for what came with it, as it should: it waited too long for its scripts. */
const stale = 10_000;

/** Milliseconds within which a font that came is drawn with, on a busy machine. */
const frame = 250;

type Moved = { by: number; at: number; what: string[] };
/** Times in milliseconds since the page began. */
/** `alive`: when its script had it; `changed`: when its words were others last. */
type Watched = { words: string[]; moves: Moved[]; fonts: number[]; alive: number; changed: number };
type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };

/** Runs in the page, before it: notes whatever it says and how far it moves while its script takes it over. */
function watch(): void {
  const watched: Watched = { words: [], moves: [], fonts: [], alive: 0, changed: 0 };
  Object.assign(globalThis, { watched });
  addEventListener('alive', () => {
    watched.alive = performance.now();
  });
  document.fonts.addEventListener('loadingdone', () => watched.fonts.push(performance.now()));
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as Shift[])
      watched.moves.push({
        by: value,
        at: startTime,
        what: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
      });
  }).observe({ type: 'layout-shift', buffered: true });
  /** What a page says on any day, on any machine, on a screen of any size, with its menus closed, to somebody who has agreed to its cookies and keeps nothing. */
  const wordsOf = (root: HTMLElement) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll(
      'time, [popover], [data-bottom-notice], a[href="/mailbox"], section[aria-label=Story] > button',
    ))
      one.remove();
    return (copy.textContent ?? '').replace(/© 2025(?:–\d{4})?/, '©').replaceAll('Opens offline', '');
  };
  document.addEventListener('readystatechange', () => {
    const root = document.getElementById('root');
    if (document.readyState !== 'interactive' || !root) return;
    const note = () => {
      const words = wordsOf(root);
      if (words === watched.words.at(-1)) return;
      if (watched.words.push(words) > 1) watched.changed = performance.now();
    };
    note();
    new MutationObserver(note).observe(root, { childList: true, subtree: true, characterData: true });
  });
}

/** Watches every page of a visitor's from its beginning. */
export const watchTakingOver = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch);

/**
 * Opens a page that came drawn, and waits until its script has taken it over and everything has been asked.
 * @returns what it printed as wrong, what it said first and then, how far it moved and what of it, and which answers and
 *   sheets it asked for
 */
export async function takenOver(context: BrowserContext, address: string) {
  // What is written meanwhile lets a page be drawn anew, and a machine that has much to do may take too long for that.
  for (let tries = 0; tries < 5; tries++) {
    await untilDrawn(address);
    const seen = await seenAt(context, address);
    if (seen) return seen;
  }
  throw new Error(`${address} does not come drawn, or is taken over too late.`);
}

/** Whether an address of the API names what the samples of public screens say is not there. */
const isMissing = (url: string): boolean => url.includes('/api/') && url.includes(unknownId);

async function seenAt(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const printed: string[] = [];
  const asked: string[] = [];
  // That somebody looks at a bike is told, not asked.
  const asks = (url: string) => /\/api\/|\.css$/.test(url) && !url.endsWith('/view');
  page.on('request', (request) => asks(request.url()) && asked.push(request.url()));
  page.on('pageerror', (error) => printed.push(error.message));
  page.on('console', (line) => {
    // The browser complains of a page that is not there, and, where the worker gave the page, of what it asks for: no fault.
    const ofPage = line.location().url === address || isMissing(line.location().url);
    const isStatus = ofPage && line.text().startsWith('Failed to load resource');
    const isOurDoing = line.text() === 'Service Worker registration blocked by Playwright';
    if (['error', 'warning'].includes(line.type()) && !isStatus && !isOurDoing) printed.push(line.text());
  });
  const answer = await page.goto(address);
  if (!isDrawn((await answer?.text()) ?? '')) {
    await page.close();
    return null;
  }
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await whenQuiet(page);
  const watched = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
  await page.close();
  const { words, moves, fonts, alive, changed } = watched;
  // A part of it may be taken over long after its script began to.
  if (Math.max(alive, changed) > stale) return null;
  const isByFont = ({ at }: Moved) => fonts.some((came) => Math.abs(at - came) < frame);
  const sum = (some: Moved[]) => some.reduce((all, { by }) => all + by, 0);
  const [moved, movedByFont] = [sum(moves.filter((one) => !isByFont(one))), sum(moves.filter(isByFont))];
  return { printed, asked, words, moved, movedByFont, moves };
}
