import type { MiddlewareHandler } from 'hono';
import { photoLimits } from '#contract/photos.ts';

/**
 * Takes an upload to its end, also when it was refused at once: a browser that is cut off while it still sends reads
 * a broken connection instead of the answer, and would never learn that it has to log in again. One that is larger than
 * any may be is cut off.
 */
export const wholeUploads: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.req.header('content-digest') || c.req.raw.bodyUsed) return;
  const { bytes: most } = photoLimits;
  if (Number(c.req.header('content-length') ?? 0) > most) return;
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return;
  }
};
