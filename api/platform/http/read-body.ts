import type { Context, HonoRequest } from 'hono';
import { Problem } from '#contract/problems.ts';

/** The most that a JSON body may weigh, in bytes. */
const jsonLimit = 256 * 1024;

const bodies = new WeakMap<HonoRequest, Buffer>();

/**
 * A request's whole body, the same bytes however often it is asked for.
 * @throws too_large above 256 kB
 */
export async function readBody(c: Context): Promise<Buffer> {
  const known = bodies.get(c.req);
  if (known) return known;
  if (Number(c.req.header('content-length') ?? 0) > jsonLimit) throw new Problem('too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > jsonLimit) throw new Problem('too_large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  bodies.set(c.req, body);
  return body;
}

/**
 * A request's body as JSON.
 * @throws too_large above 256 kB, bad_request for what is not JSON
 */
export async function readJson(c: Context): Promise<unknown> {
  const body = await readBody(c);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Problem('bad_request', { cause });
  }
}
