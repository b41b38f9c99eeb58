import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { CachedResponse, ResponseCache } from '../response-cache.ts';
import { type Encoding, encoders, encodingsOf, worthwhile } from './encodings.ts';
import type { Visitor } from './kit.ts';
import { nothingInline } from './security-headers.ts';

/** A response before it is encoded for one kind of client. Header names are lower case. */
export type Content = Omit<CachedResponse, 'tag' | 'body'> & { body: string };

type Asked = Pick<Request, 'url' | 'headers'>;

/** The strongest encoding first: a cached response is sent often. */
const encodingOf = encodingsOf('br', 'gzip', 'deflate');

const keyOf = (encoding: Encoding | null, key: string): string => `${encoding ?? ''} ${key}`;

/** The cache key of a request before routing: encoding and path. */
export const wayOf = (asked: Asked): string =>
  `${encodingOf(asked) ?? ''} ${asked.url.slice(asked.url.indexOf('/', 8))}`;

const utf8 = new TextEncoder();

function identityAnswer({ body, headers, ...content }: Content): CachedResponse {
  // Unlike Buffer.from, this does not keep a pool of 64 kB alive for a short response.
  const bytes = utf8.encode(body);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  const own = { 'cache-control': 'no-cache', vary: 'Accept-Encoding', ...headers };
  return { ...content, tag, headers: { ...own, etag: tag, 'content-length': `${bytes.byteLength}` }, body: bytes };
}

async function encoded(answer: CachedResponse, encoding: Encoding): Promise<CachedResponse> {
  if (answer.body.byteLength < worthwhile) return answer;
  const body = new Uint8Array(await encoders[encoding](answer.body));
  const tag = `${answer.tag.slice(0, -1)}-${encoding}"`;
  const own = { etag: tag, 'content-encoding': encoding, 'content-length': `${body.byteLength}` };
  return { ...answer, tag, body, headers: { ...answer.headers, ...own } };
}

/** Builds the response, or a 304 if the client has it already. @param headers all headers to send */
export function responseOf(
  asked: Asked,
  answer: Omit<CachedResponse, 'route' | 'inline'>,
  headers: CachedResponse['headers'] = answer.headers,
): Response {
  const { status, tag, body } = answer;
  if (status !== 200 || !asked.headers.get('if-none-match')?.includes(tag)) {
    return new Response(body, { status, headers: headers as Record<string, string> });
  }
  const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...rest } = headers;
  return new Response(null, { status: 304, headers: rest });
}

/** Answers with a cached response. Its headers are built once, so nothing else may add to them. */
export function sendCached(c: Context<Visitor>, answer: CachedResponse): void {
  const response = responseOf(c.req.raw, answer);
  c.set('cached', { answer, response });
  // Hono would copy the headers of the earlier response to this one.
  c.res = undefined;
  c.res = response;
}

/**
 * Returns the cached answer in the client's encoding, or makes and caches it; null if it cannot be made.
 * @param key identifies the answer in the cache, independently of the encoding
 * @param options `isTransient`: keeps only the encodings that clients asked for
 */
export function cachedFor(
  c: Context,
  responseCache: ResponseCache,
  key: string,
  make: () => Promise<Content | null>,
  { isTransient = false, ...options }: { allowsStaleCounters?: boolean; isTransient?: boolean } = {},
): ReturnType<ResponseCache['get']> {
  const encoding = encodingOf(c.req.raw);
  const makeIdentity = async () => {
    const content = await make();
    return content && identityAnswer(content);
  };
  if (!encoding) return responseCache.get(keyOf(null, key), makeIdentity, options);
  const makeEncoded = async () => {
    const answer = await responseCache.get(keyOf(null, key), makeIdentity, { ...options, isTransient });
    return answer && encoded(answer, encoding);
  };
  return responseCache.get(keyOf(encoding, key), makeEncoded, options);
}

/**
 * Caches a route whose answer is the same for everybody: its handler sees the URL only, nothing of the client.
 * @param isFirst whether no guard before it may refuse, so that later requests can be served before routing
 */
export const cachedIn = (responseCache: ResponseCache, isFirst: boolean): MiddlewareHandler<Visitor> =>
  // A test finds cached routes by this function name.
  async function cached(c, next) {
    // Hono runs a route twice whose path was requested word for word, such as `/bikes/:bikeId`.
    if (c.get('hasDependencies')) return next();
    const route = routePath(c);
    const params = c.req.param();
    const key = `${route} ${JSON.stringify([params, c.req.valid('query' as never)])}`;
    c.set('hasDependencies', true);
    let mine = false;
    const make = async (): Promise<Content | null> => {
      mine = true;
      responseCache.dependsOnRoute(route, params);
      const asked = c.req.raw;
      c.req.raw = new Request(asked.url);
      await next().finally(() => {
        c.req.raw = asked;
      });
      const { status, headers } = c.res;
      if (status !== 200) return null;
      return { status, route, headers: Object.fromEntries(headers), body: await c.res.text(), inline: nothingInline };
    };
    let answer = await cachedFor(c, responseCache, key, make);
    // The concurrent request that was making it failed, perhaps for a reason of its own.
    if (!answer && !mine) answer = await cachedFor(c, responseCache, key, make);
    // A URL that is requested once is not remembered.
    if (answer && isFirst && !mine) responseCache.lead(wayOf(c.req.raw), keyOf(encodingOf(c.req.raw), key));
    if (answer) sendCached(c, answer);
    else if (!mine) await next();
  };

/** Adds the dependencies of a route to the cached page that is made from its answer. */
export const withDependenciesIn = (responseCache: ResponseCache): MiddlewareHandler<Visitor> =>
  // A test finds these routes by this function name.
  async function withDependencies(c, next) {
    c.set('hasDependencies', true);
    responseCache.dependsOnRoute(routePath(c), c.req.param());
    await next();
  };
