import type { MiddlewareHandler } from 'hono';
import { encoders, encodingsOf, worthwhile } from './encodings.ts';
import type { Visitor } from './kit.ts';

/** For a response that is sent once, stronger encodings are not worth the time. */
const encodingOf = encodingsOf('gzip', 'deflate');
const isJson = /^application\/json\b/;

/**
 * Compresses JSON responses for clients that accept it. Others get the handler's own response untouched, because
 * touching its body costs more than all else here. Cached responses are compressed already.
 */
export const compressed: MiddlewareHandler<Visitor> = async (c, next) => {
  await next();
  const { res } = c;
  if (c.get('cached')?.response === res || c.req.method === 'HEAD') return;
  const { status, headers } = res;
  if (!isJson.test(headers.get('content-type') ?? '')) return;
  headers.append('vary', 'Accept-Encoding');
  const encoding = encodingOf(c.req.raw);
  if (!encoding) return;
  const text = await res.text();
  const isTooSmall = Buffer.byteLength(text) < worthwhile;
  const body = isTooSmall ? text : new Uint8Array(await encoders[encoding](Buffer.from(text)));
  if (!isTooSmall) headers.set('content-encoding', encoding);
  // Hono would copy the headers of the earlier response to this one.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
};
