import type { Context, HonoRequest } from 'hono';
import { Problem } from '#contract/problems.ts';

/** The most that a JSON body may weigh, in bytes. */
const jsonLimit = 256 * 1024;

/** A form of another site can send no such type without asking first. */
const jsonType = /^application\/json\s*(?:;|$)/i;

const bodies = new WeakMap<HonoRequest, Buffer>();

async function readPieces(c: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > jsonLimit) throw new Problem('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A request's whole body, the same bytes however often it is asked for.
 * @throws too_large above 256 kB
 */
export async function readBody(c: Context): Promise<Buffer> {
  const known = bodies.get(c.req);
  if (known) return known;
  const length = c.req.header('content-length');
  if (Number(length ?? 0) > jsonLimit) throw new Problem('too_large');
  // A body of a length that is known ends there, so that it needs no stream, which costs more than to read it.
  const isMeasured = length !== undefined && c.req.header('transfer-encoding') === undefined;
  const body = isMeasured ? Buffer.from(await c.req.raw.arrayBuffer()) : await readPieces(c);
  if (body.byteLength > jsonLimit) throw new Problem('too_large');
  bodies.set(c.req, body);
  return body;
}

/**
 * A request's body as JSON.
 * @throws too_large above 256 kB, bad_request for what is not JSON, or is not said to be
 */
export async function readJson(c: Context): Promise<unknown> {
  if (!jsonType.test(c.req.header('content-type') ?? '')) throw new Problem('bad_request');
  const body = await readBody(c);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Problem('bad_request', { cause });
  }
}
