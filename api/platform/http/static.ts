import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';
import { userArea } from '#contract/user-page.ts';

const forever = 'public, max-age=31536000, immutable';
const fresh = 'no-cache';

/** Hidden from visitors: dot-files, precompressed copies (served under the original name) and source maps. */
const notForVisitors = /(?:^|[/\\])\.|\.(?:br|gz|map)$/i;

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Problem('not_found');
  }
};

const visitorsOnly: MiddlewareHandler = async (c, next) => {
  if (notForVisitors.test(decoded(c.req.path))) throw new Problem('not_found');
  await next();
};

/**
 * Serves the build: files with a hash in their names are cached forever, others are revalidated each time, and every
 * URL that looks like a page gets `index.html`.
 * @throws not_found for files that are hidden from visitors
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
  const pages = new Hono().get(`${userArea}*`, page);
  return pages.use(visitorsOnly, files).get('*', async (c, next) => {
    const isFile = /\.\w+$/.test(c.req.path);
    return isFile ? next() : page(c, next);
  });
}

/** Serves the pictures of the site's own pages. Their URLs carry the edition, so they are cached forever. */
export const pagePictureRoutes = (root: string): Hono =>
  new Hono().get(
    '/images/pages/*',
    visitorsOnly,
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', forever) }),
  );
