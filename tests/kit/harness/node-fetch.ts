import { Agent, request as ask, type IncomingMessage } from 'node:http';
import type { Jar } from '../device/jar.ts';

// A new connection for each request: a reused one may just be closing.
const agent = new Agent({ keepAlive: false });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/**
 * Sends a request over HTTP and returns the whole response.
 * @param closing aborts when the page is closed; the promise then never settles
 * @throws the reason of the request's signal, or Node's error when no response arrives
 */
export async function send(request: Request, cookies: Jar, closing: AbortSignal): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const { hostname, port, pathname, search, host } = new URL(request.url);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  if (closing.aborted) return promise;
  request.signal.throwIfAborted();
  const headers = { ...Object.fromEntries(request.headers), host, cookie: cookies.header() };
  const sent = ask({
    agent,
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port,
    path: pathname + search,
    method: request.method,
    headers: body.length > 0 ? { ...headers, 'content-length': body.length } : headers,
  });
  const fail = (cause: unknown) => {
    if (!closing.aborted) reject(request.signal.aborted ? request.signal.reason : cause);
  };
  sent.on('error', fail);
  sent.on('response', async (answer) => {
    try {
      const bytes = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>));
      const status = answer.statusCode ?? 0;
      const hasNoBody = status === 204 || status === 304;
      const response = new Response(hasNoBody ? null : bytes, { status, headers: headersOf(answer) });
      if (closing.aborted) return;
      cookies.keep(response);
      resolve(response);
    } catch (cause) {
      fail(cause);
    }
  });
  const stop = () => sent.destroy();
  for (const signal of [request.signal, closing]) signal.addEventListener('abort', stop, { once: true });
  sent.on('close', () => {
    for (const signal of [request.signal, closing]) signal.removeEventListener('abort', stop);
  });
  sent.end(body);
  return promise;
}
