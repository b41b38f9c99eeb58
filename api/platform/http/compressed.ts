import type { MiddlewareHandler } from 'hono';
import { encoders, encodingsOf, worthwhile } from './encodings.ts';
import type { Visitor } from './kit.ts';

/** For one reader once, these are as small as is worth the time. */
const encodingOf = encodingsOf('gzip', 'deflate');
const isJson = /^application\/json\b/;

/**
 * Writes JSON smaller for whoever reads that, where it pays. Whoever does not is sent the very answer that the handler
 * made: to touch its body costs more than all else here. What is kept was written for its reader already.
 */
export const compressed: MiddlewareHandler<Visitor> = async (c, next) => {
  await next();
  const { res } = c;
  if (c.get('kept')?.response === res || c.req.method === 'HEAD') return;
  const { status, headers } = res;
  if (!isJson.test(headers.get('content-type') ?? '')) return;
  headers.append('vary', 'Accept-Encoding');
  const encoding = encodingOf(c.req.raw);
  if (!encoding) return;
  const text = await res.text();
  const isSmall = Buffer.byteLength(text) < worthwhile;
  const body = isSmall ? text : new Uint8Array(await encoders[encoding](Buffer.from(text)));
  if (!isSmall) headers.set('content-encoding', encoding);
  // What was answered before would give its headers to this.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};
