import type { BrowserContext } from 'playwright-core';
import { untilIdle } from './network-idle.ts';
import { unknownId } from './public-screens.ts';
import { isRendered, untilRendered } from './until-rendered.ts';

/** Maximum layout shift during hydration. */
export const maxHydrationShift = 0.005;
/**
 * Maximum layout shift when the font loads: lines may break differently than in the fallback font, such as the title of
 * the latest winner.
 */
export const maxFontShift = 0.025;

/** Milliseconds after which a page rightly fetches its initial data again, because its scripts came too late. */
const staleMs = 10_000;

/**
 * Milliseconds between the frame that shows a loaded font and its event, on a busy machine: hydration may run between
 * the two.
 */
const fontFrameMs = 500;

type Moved = { by: number; at: number; what: string[] };
/** Times in milliseconds since the page's start. `hydratedAt`: when it was hydrated; `changed`: last change of its text. */
type Watched = { texts: string[]; moves: Moved[]; fonts: number[]; hydratedAt: number; changed: number };
type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };

/** Runs in the page before its scripts: records its text and layout shifts during hydration. */
function watch(): void {
  const watched: Watched = { texts: [], moves: [], fonts: [], hydratedAt: 0, changed: 0 };
  Object.assign(globalThis, { watched });
  addEventListener('alive', () => {
    watched.hydratedAt = performance.now();
  });
  document.fonts.addEventListener('loadingdone', ({ timeStamp }) => watched.fonts.push(timeStamp));
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as Shift[])
      watched.moves.push({
        by: value,
        at: startTime,
        what: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
      });
  }).observe({ type: 'layout-shift', buffered: true });
  /**
   * Text of a page that does not depend on the day and week, the viewer's units, the machine, the screen size, open
   * menus, cookie consent or cached content.
   */
  const textOf = (root: HTMLElement) => {
    const copy = root.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll(
      'time, data, dd:has(> small), fieldset[aria-label=Weight] span, span:has(> a[href="/winners"]), [popover], [data-bottom-notice], a[href="/mailbox"], section[aria-label=Story] > button',
    ))
      one.remove();
    return (copy.textContent ?? '').replace(/© 2025(?:–\d{4})?/, '©').replaceAll('Opens offline', '');
  };
  document.addEventListener('readystatechange', () => {
    const root = document.getElementById('root');
    if (document.readyState !== 'interactive' || !root) return;
    const note = () => {
      const text = textOf(root);
      if (text === watched.texts.at(-1)) return;
      if (watched.texts.push(text) > 1) watched.changed = performance.now();
    };
    note();
    new MutationObserver(note).observe(root, { childList: true, subtree: true, characterData: true });
  });
}

/** Watches every page of a context from its start. */
export const watchHydration = (context: BrowserContext): Promise<unknown> => context.addInitScript(watch);

/**
 * Opens a server-rendered page and waits until it is hydrated and has no pending requests.
 * @returns console errors, the texts in order, layout shifts, and the API replies and style sheets that it fetched
 */
export async function openHydrated(context: BrowserContext, address: string) {
  // Writes invalidate cached pages, and a busy machine may be too slow to render the page again.
  for (let tries = 0; tries < 5; tries++) {
    await untilRendered(address);
    const seen = await seenAt(context, address);
    if (seen) return seen;
  }
  throw new Error(`${address} is not server-rendered, or is hydrated too late.`);
}

/** Whether an API address contains the id that the samples use for missing content. */
const isMissing = (url: string): boolean => url.includes('/api/') && url.includes(unknownId);

async function seenAt(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const printed: string[] = [];
  const asked: string[] = [];
  // Reporting a view is not fetching.
  const asks = (url: string) => /\/api\/|\.css$/.test(url) && !url.endsWith('/view');
  page.on('request', (request) => asks(request.url()) && asked.push(request.url()));
  page.on('pageerror', (error) => printed.push(error.message));
  page.on('console', (line) => {
    // The browser logs the status of a missing page, and of its requests when the worker served the page; both are
    // expected.
    const ofPage = line.location().url === address || isMissing(line.location().url);
    const isStatus = ofPage && line.text().startsWith('Failed to load resource');
    // The build makes arrays of sentences with elements; they never change their order.
    const isOurDoing =
      /^(?:Service Worker registration blocked by Playwright$|Each child in a list should have a unique)/.test(
        line.text(),
      );
    if (['error', 'warning'].includes(line.type()) && !isStatus && !isOurDoing) printed.push(line.text());
  });
  const answer = await page.goto(address);
  if (!isRendered((await answer?.text()) ?? '')) {
    await page.close();
    return null;
  }
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await untilIdle(page);
  const watched = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
  await page.close();
  const { texts, moves, fonts, hydratedAt, changed } = watched;
  // Parts of the page may hydrate long after its script started.
  if (Math.max(hydratedAt, changed) > staleMs) return null;
  const isByFont = ({ at }: Moved) => fonts.some((loadedAt) => Math.abs(at - loadedAt) < fontFrameMs);
  const sum = (some: Moved[]) => some.reduce((all, { by }) => all + by, 0);
  const [moved, movedByFont] = [sum(moves.filter((one) => !isByFont(one))), sum(moves.filter(isByFont))];
  return { printed, asked, texts, moved, movedByFont, moves };
}
