import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

const compressBrotli = promisify(brotliCompress);
/** Close to the best ratio, in a few milliseconds. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compress in Node's thread pool, off the main thread. */
export const encoders = {
  br: (bytes: Uint8Array) => compressBrotli(bytes, quality),
  gzip: promisify<Uint8Array, Buffer>(gzip),
  deflate: promisify<Uint8Array, Buffer>(deflate),
} as const;
export type Encoding = keyof typeof encoders;

/** Bytes below which compression gains nothing. */
export const worthwhile = 1024;

/** Bounds the cache; browsers send only a few different values. */
const maxCached = { values: 100, length: 100 } as const;

function readEncoding(accepted: string, names: readonly Encoding[]): Encoding | null {
  const wanted = parseAccept(accepted.toLowerCase());
  const named = (name: string) => wanted.find(({ type }) => type === name);
  return names.find((name) => (named(name) ?? named('*'))?.q) ?? null;
}

/**
 * Returns a function that picks the first of these encodings that a client accepts (RFC 9110, Accept-Encoding); null
 * for identity only.
 */
export function encodingsOf(...names: Encoding[]): (asked: Pick<Request, 'headers'>) => Encoding | null {
  const known = new Map<string, Encoding | null>();
  return ({ headers }) => {
    const accepted = headers.get('accept-encoding');
    if (!accepted) return null;
    const before = known.get(accepted);
    if (before !== undefined) return before;
    const encoding = readEncoding(accepted, names);
    if (known.size < maxCached.values && accepted.length <= maxCached.length) known.set(accepted, encoding);
    return encoding;
  };
}
