import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

const squeeze = promisify(brotliCompress);
/** Close to the best, in a few milliseconds. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What makes bytes fewer, beside the threads that answer. */
export const encoders = {
  br: (bytes: Uint8Array) => squeeze(bytes, quality),
  gzip: promisify<Uint8Array, Buffer>(gzip),
  deflate: promisify<Uint8Array, Buffer>(deflate),
} as const;
export type Encoding = keyof typeof encoders;

/** Bytes below which compressing gains nothing. */
export const worthwhile = 1024;

/** What browsers send is a handful of wordings. */
const most = { wordings: 100, length: 100 } as const;

function readEncoding(accepted: string, names: readonly Encoding[]): Encoding | null {
  const wanted = parseAccept(accepted.toLowerCase());
  const named = (name: string) => wanted.find(({ type }) => type === name);
  return names.find((name) => (named(name) ?? named('*'))?.q) ?? null;
}

/**
 * Finds out what a reader understands of these encodings, the first that it does (RFC 9110, Accept-Encoding); null for
 * nothing but the bytes as they are.
 */
export function encodingsOf(...names: Encoding[]): (asked: Pick<Request, 'headers'>) => Encoding | null {
  const known = new Map<string, Encoding | null>();
  return ({ headers }) => {
    const accepted = headers.get('accept-encoding');
    if (!accepted) return null;
    const before = known.get(accepted);
    if (before !== undefined) return before;
    const encoding = readEncoding(accepted, names);
    if (known.size < most.wordings && accepted.length <= most.length) known.set(accepted, encoding);
    return encoding;
  };
}
