import type { MiddlewareHandler } from 'hono';
import { photoLimits } from '#contract/photos.ts';

/**
 * Reads an upload to its end even if it was refused at once: a browser that is cut off while sending sees a broken
 * connection instead of the answer, and would never learn that it has to log in again. An upload above the size limit
 * is cut off.
 */
export const wholeUploads: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.req.header('content-digest') || c.req.raw.bodyUsed) return;
  const { bytes: maxBytes } = photoLimits;
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return;
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return;
  }
};
