import type { MiddlewareHandler } from 'hono';

/** More than any upload that is allowed, in bytes; whoever sends more is cut off. */
const patience = 64 * 1024 * 1024;

/**
 * Takes an upload to its end, also when it was refused at once: a browser that is cut off while it still sends reads
 * a broken connection instead of the answer, and would never learn that it has to log in again.
 */
export const wholeUploads: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.req.header('content-digest') || c.req.raw.bodyUsed) return;
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > patience) return;
  }
};
