import { getCacheKeyForURL } from 'workbox-precaching';
import { appHeader } from '#contract/envelope.ts';

/** When a page was kept, milliseconds since the epoch. */
const keptAtHeader = 'X-Kept-At';
/** Milliseconds; bikes are kept as long. */
const longest = 30 * 24 * 3_600_000;

/** What the site gives along with a page that it has drawn. */
const given = '<script type="application/json" id="given">{';
const file = /\/assets\/[\w.-]+/g;
/** Of the body that came, not of the one that is kept. */
const ofTheWay = ['Content-Encoding', 'Content-Length', 'ETag'];

/** Whether an answer is a page of the site: another network's own page also comes with status 200. */
const isOurs = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.headers.has(appHeader) &&
  (answer.headers.get('content-type')?.startsWith('text/html') ?? false);

/** Whether a page is drawn and whole, and this worker has each file that it names: it belongs to one build. */
function fits(text: string): boolean {
  const [head = ''] = text.split('</head>', 1);
  const files = head.match(file) ?? [];
  const isWhole = text.includes(given) && text.trimEnd().endsWith('</html>');
  return isWhole && files.length > 0 && files.every((path) => getCacheKeyForURL(path) !== undefined);
}

/**
 * A page as it is kept: with its policy, which belongs to its very words, and with the time in what it was drawn from.
 * @returns null for what is no page to keep
 */
export async function pageToKeep(answer: Response, now = Date.now()): Promise<Response | null> {
  if (!isOurs(answer)) return null;
  const text = await answer.text();
  if (!fits(text)) return null;
  const headers = new Headers(answer.headers);
  for (const name of ofTheWay) headers.delete(name);
  headers.set(keptAtHeader, String(now));
  return new Response(text.replace(given, `${given}"keptAt":${now},`), { headers });
}

/** Whether a kept page may be shown. A clock that was set back makes it no older. */
export const isFresh = (kept: Response, now = Date.now()): boolean =>
  isOurs(kept) && Math.abs(now - Number(kept.headers.get(keptAtHeader))) < longest;

/** Whether the bytes of a kept page are those of a page that this worker would keep. */
export const isSound = async (kept: Response): Promise<boolean> => isFresh(kept) && fits(await kept.text());
