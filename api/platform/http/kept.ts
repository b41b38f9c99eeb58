import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { CachedResponse, ResponseCache } from '../response-cache.ts';
import { type Encoding, encoders, encodingsOf, worthwhile } from './encodings.ts';
import type { Visitor } from './kit.ts';

/** What an answer says, before it is written for readers of one encoding. Headers by their names in small letters. */
export type Content = Omit<CachedResponse, 'tag' | 'body'> & { body: string };

type Asked = Pick<Request, 'url' | 'headers'>;

/** The smallest first: what is kept is sent often. */
const encodingOf = encodingsOf('br', 'gzip', 'deflate');

const keyOf = (encoding: Encoding | null, key: string): string => `${encoding ?? ''} ${key}`;

/** What an answer at an address is found by before anything is routed. */
export const wayOf = (asked: Asked): string =>
  `${encodingOf(asked) ?? ''} ${asked.url.slice(asked.url.indexOf('/', 8))}`;

function plain({ body, headers, ...content }: Content): CachedResponse {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const bytes = Buffer.from(body);
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

/** The answer as it goes out, or that the reader has it already. @param headers all that it carries */
export function responseOf(
  asked: Asked,
  answer: CachedResponse,
  headers: CachedResponse['headers'] = answer.headers,
): Response {
  const { status, tag, body } = answer;
  if (status !== 200 || !asked.headers.get('if-none-match')?.includes(tag)) {
    return new Response(body, { status, headers: headers as Record<string, string> });
  }
  const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...rest } = headers;
  return new Response(null, { status: 304, headers: rest });
}

/** Answers with what is kept. Its headers are put together once, so nothing but this may add to them. */
export function sendKept(c: Context<Visitor>, answer: CachedResponse): void {
  const response = responseOf(c.req.raw, answer);
  c.set('kept', { answer, response });
  // What was answered before would give its headers to this.
  c.res = undefined;
  c.res = response;
}

/**
 * The kept answer in the encoding that the asker reads, or one that is made now and kept; null where none could be made.
 * @param key names the answer among all that are kept, the same however it is asked for
 */
export function keptFor(
  c: Context,
  kept: ResponseCache,
  key: string,
  make: () => Promise<Content | null>,
): ReturnType<ResponseCache['get']> {
  const encoding = encodingOf(c.req.raw);
  const asItIs = () =>
    kept.get(keyOf(null, key), async () => {
      const content = await make();
      return content && plain(content);
    });
  if (!encoding) return asItIs();
  return kept.get(keyOf(encoding, key), async () => {
    const answer = await asItIs();
    return answer && encoded(answer, encoding);
  });
}

/**
 * The guard for a call that answers everybody alike: its handler sees the address, and nothing else of who asks.
 * @param isFirst nothing before it may refuse, so that who asks again need not come this far
 */
export const keptIn =
  (kept: ResponseCache, isFirst: boolean): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    const key = `${routePath(c)} ${JSON.stringify([c.req.param(), c.req.valid('query' as never)])}`;
    let mine = false;
    const make = async (): Promise<Content | null> => {
      mine = true;
      const asked = c.req.raw;
      c.req.raw = new Request(asked.url);
      await next().finally(() => {
        c.req.raw = asked;
      });
      const { status, headers } = c.res;
      if (status !== 200) return null;
      return { status, headers: Object.fromEntries(headers), body: await c.res.text(), styleHashes: [] };
    };
    let answer = await keptFor(c, kept, key, make);
    // Whoever was making it could not; that may have been their own bad luck.
    if (!answer && !mine) answer = await keptFor(c, kept, key, make);
    // What is asked for once only is not remembered.
    if (answer && isFirst && !mine) kept.lead(wayOf(c.req.raw), keyOf(encodingOf(c.req.raw), key));
    if (answer) sendKept(c, answer);
    else if (!mine) await next();
  };
