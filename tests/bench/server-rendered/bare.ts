import { get } from 'node:http';
import { Hono } from 'hono';
import { listen } from '#api/platform/listen.ts';

const encoding = 'br';

/**
 * Runs Hono alone, which replies with the bytes that a site sends to a browser for a URL.
 * @returns the number of these bytes
 */
export async function serveBare(url: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<{ type: string; body: Uint8Array<ArrayBuffer> }>();
  get(url, { headers: { 'Accept-Encoding': encoding } }, async (answer) => {
    const chunks = (await answer.toArray()) as Buffer[];
    resolve({ type: answer.headers['content-type'] ?? '', body: new Uint8Array(Buffer.concat(chunks)) });
  }).on('error', reject);
  const { type, body } = await promise;
  const headers = { 'Content-Type': type, 'Content-Encoding': encoding };
  await listen(
    new Hono().all('*', (c) => c.body(body, 200, headers)),
    '127.0.0.1',
    port,
  );
  return body.byteLength;
}
