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
  c.header('Vary', 'Cookie, Accept-Encoding');
  c.header('ETag', etag);
  if (c.req.header('if-none-match') === etag && status === 200) return c.body(null, 304);
  c.header('Content-Type', 'text/html; charset=utf-8');
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(bodies[encoding] as Uint8Array<ArrayBuffer>, status as 200);
}

/**
 * Pages for strangers, drawn here so that they are seen before any script has arrived. Whoever is logged in, and
 * whoever has had very many drawn, gets the page that draws itself.
 */
export function pageRoutes({ drawing, documents, kept, drawings }: Needs): Hono<Visitor> {
  const make = async (address: string): Promise<PageBytes> => {
    const page = await drawing.draw(address);
    // What is wrong for a moment is not told for a minute: the page that draws itself asks again.
    if (isPassing(page.status)) throw new Error(`The answers for ${address} could not be had (${page.status}).`);
    const { html, styleHashes } = documents.make(page);
    const tag = createHash('sha256').update(html).digest('base64url').slice(0, 27);
    return { status: page.status, styleHashes, tag, bodies: await bytesOf(html) };
  };
  return new Hono<Visitor>().get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const isFile = /\.\w+$/.test(pathname);
    if (isFile || getCookie(c, authCheckCookie) || !drawing.isPublic(pathname)) return next();
    const address = pathname + search;
    if (!kept.has(address) && (await drawings.count(networksOf(c))) > 0) return next();
    try {
      return answer(c, await kept.get(address, () => make(address)));
    } catch (error) {
      c.var.log.error({ err: error, pathname }, 'page not drawn');
      return next();
    }
  });
}
