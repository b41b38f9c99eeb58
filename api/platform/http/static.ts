import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const forever = 'public, max-age=31536000, immutable';
const fresh = 'no-cache';

/**
 * Serves the built page: files whose names carry a hash for ever, everything else asked for anew each time,
 * and the page itself for every address that looks like one.
 * @param root the build's folder
 */
export function staticRoutes(root: string): Hono {
  const files = serveStatic({
    root,
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', path.startsWith(`${root}/assets/`) ? forever : fresh),
  });
  const page = serveStatic({
    root,
    path: 'index.html',
    precompressed: true,
    onFound: (_, c) => c.header('Cache-Control', fresh),
  });
  return new Hono().use(files).get('*', async (c, next) => {
    const isFile = /\.\w+$/.test(c.req.path);
    return isFile ? next() : page(c, next);
  });
}
