import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Visitor } from '#api/platform/http/kit.ts';
import type { KeptAnswers } from '#api/platform/kept-answers.ts';
import type { NetworkLimiter } from '#api/platform/limits.ts';
import { networksOf } from '#api/platform/network.ts';
import { authCheckCookie } from '#contract/accounts.ts';
import { searchFacets } from '#contract/search.ts';
import type { DocumentMaker } from './document.ts';
import type { Drawing } from './drawing.ts';

/** A drawn page as bytes. */
export type PageBytes = {
  status: number;
  styleHashes: string[];
  tag: string;
  bodies: { br: Uint8Array; gzip: Uint8Array; identity: Uint8Array };
};

interface Needs {
  drawing: Drawing;
  documents: DocumentMaker;
  kept: KeptAnswers<PageBytes>;
  /** How many pages may be drawn for one sender: a kept one costs nothing. */
  drawings: NetworkLimiter;
}

const isPassing = (status: number): boolean => status >= 500 || status === 429;

const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);
/** Close to the best, in a few milliseconds. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function bytesOf(text: string): Promise<PageBytes['bodies']> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([squeeze(identity, quality), zip(identity)]);
  return { br, gzip: gz, identity };
}

/** What the browser can read, the smallest first. */
function encodingOf(c: Context): keyof PageBytes['bodies'] {
  const accepted = c.req.header('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

function answer(c: Context<Visitor>, { status, styleHashes, tag, bodies }: PageBytes): Response {
  const encoding = encodingOf(c);
  const etag = `"${tag}-${encoding}"`;
  c.set('styleHashes', styleHashes);
  c.header('Cache-Control', 'no-cache');
  c.header('ETag', etag);
  if (c.req.header('if-none-match')?.includes(etag) && status === 200) return c.body(null, 304);
  c.header('Content-Type', 'text/html; charset=utf-8');
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(bodies[encoding] as Uint8Array<ArrayBuffer>, status as 200);
}

/** What a drawn page reads of an address. Whatever else stands there makes no other page. */
const read: readonly string[] = ['keywords', ...searchFacets, 'cursor'];
/** What must neither be kept nor drawn: it is for one person. */
const personal = ['token', 'email'];
/** Characters; the API refuses longer words. */
const longestValue = 200;

/** The address that a page is drawn and kept by; null where a page has to draw itself. */
function addressOf(url: URL): string | null {
  const { pathname, searchParams } = url;
  if (/\.\w+$/.test(pathname) || pathname.startsWith('//') || personal.some((name) => searchParams.has(name)))
    return null;
  try {
    decodeURI(pathname);
  } catch {
    return null;
  }
  const query = new URLSearchParams([...searchParams].filter(([name]) => read.includes(name)));
  if ([...query.values()].some((value) => value.length > longestValue)) return null;
  const text = query.toString();
  return pathname + (text && `?${text}`);
}

/** Milliseconds that a visitor waits for a drawing; the page that draws itself comes at once. */
const patience = 2_000;
const mostAtOnce = 8;

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The drawing took too long.')), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Pages for strangers, drawn here so that they are seen before any script has arrived. Whoever is logged in, and
 * whoever has had very many drawn, gets the page that draws itself.
 */
export function pageRoutes({ drawing, documents, kept, drawings }: Needs): Hono<Visitor> {
  let drawn = 0;
  const make = async (address: string): Promise<PageBytes> => {
    drawn += 1;
    try {
      const page = await drawing.draw(address);
      // What is wrong for a moment is not told for a minute: the page that draws itself asks again.
      if (isPassing(page.status)) throw new Error(`The answers for a page could not be had (${page.status}).`);
      const { html, styleHashes } = documents.make(page);
      const tag = createHash('sha256').update(html).digest('base64url').slice(0, 27);
      return { status: page.status, styleHashes, tag, bodies: await bytesOf(html) };
    } finally {
      drawn -= 1;
    }
  };
  const bytesFor = async (c: Context<Visitor>, address: string): Promise<PageBytes | null> => {
    const isNew = !kept.has(address);
    if (isNew && (drawn >= mostAtOnce || (await drawings.count(networksOf(c))) > 0)) return null;
    return kept.get(address, () => make(address));
  };
  return new Hono<Visitor>().get('*', async (c, next) => {
    const address = addressOf(new URL(c.req.url));
    if (address === null) return next();
    c.header('Vary', 'Cookie, Accept-Encoding');
    if (getCookie(c, authCheckCookie) || !drawing.isPublic(address.split('?')[0] ?? '')) return next();
    if (address.startsWith('/account/')) c.header('X-Robots-Tag', 'noindex');
    try {
      const bytes = await soon(bytesFor(c, address));
      return bytes ? answer(c, bytes) : next();
    } catch (error) {
      c.var.log.error({ err: error }, 'page not drawn');
      return next();
    }
  });
}
