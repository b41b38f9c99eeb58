import type { Context, HonoRequest } from 'hono';
import { Problem } from '#contract/problems.ts';

/** Maximum size of a JSON body in bytes. */
const jsonLimit = 256 * 1024;

/** Another site cannot send this type without a CORS preflight. */
const jsonType = /^application\/json\s*(?:;|$)/i;

const bodies = new WeakMap<HonoRequest, Buffer>();

async function readStream(c: Context): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > jsonLimit) throw new Problem('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the whole request body. Repeated calls return the same bytes. */
export async function readBody(c: Context): Promise<Buffer> {
  const known = bodies.get(c.req);
  if (known) return known;
  const length = c.req.header('content-length');
  if (Number(length ?? 0) > jsonLimit) throw new Problem('too_large');
  // A body of known length is read at once: a stream costs more than the reading.
  const isMeasured = length !== undefined && c.req.header('transfer-encoding') === undefined;
  const body = isMeasured ? Buffer.from(await c.req.raw.arrayBuffer()) : await readStream(c);
  if (body.byteLength > jsonLimit) throw new Problem('too_large');
  bodies.set(c.req, body);
  return body;
}

/**
 * Reads the request body as JSON.
 * @throws unsupported_type for another content type, too_large above 256 kB, bad_request for invalid JSON
 */
export async function readJson(c: Context): Promise<unknown> {
  if (!jsonType.test(c.req.header('content-type') ?? '')) throw new Problem('unsupported_type');
  const body = await readBody(c);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Problem('bad_request', { cause });
  }
}
