import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { languagePathOf, siteLanguageTags } from '#contract/languages.ts';
import { Problem } from '#contract/problems.ts';
import { userArea } from '#contract/user-page.ts';
import { type BuildFile, type BuildStore, revisionedId, revisionParameter } from '../build-store.ts';
import { encodingsOf } from './encodings.ts';

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

type OtherBuilds = Pick<BuildStore, 'fileOf' | 'isOwn' | 'newerWorker'>;

const decompress = promisify(brotliDecompress);
const encodingOf = encodingsOf('br');
/** Names of files that other builds may have. */
const buildFile = /^\/(?:assets|images\/pages)\/[\w./-]{1,200}$/;

async function send(c: Context, { bytes, isBrotli }: BuildFile, cacheControl: string): Promise<Response> {
  c.header('Content-Type', getMimeType(c.req.path) ?? 'application/octet-stream');
  c.header('Cache-Control', cacheControl);
  if (!isBrotli) return c.body(new Uint8Array(bytes));
  c.header('Vary', 'Accept-Encoding');
  if (!encodingOf(c.req.raw)) return c.body(new Uint8Array(await decompress(bytes)));
  c.header('Content-Encoding', 'br');
  return c.body(new Uint8Array(bytes));
}

/** Serves files that other builds have, and this one has not. */
const otherBuilds =
  (builds: OtherBuilds): MiddlewareHandler =>
  async (c, next) => {
    const file = buildFile.test(c.req.path) ? await builds.fileOf(c.req.path) : null;
    return file ? send(c, file, forever) : next();
  };

/** Serves the newest worker, and the files that a worker of any build requests with their revision. */
const forWorkers =
  (builds: OtherBuilds): MiddlewareHandler =>
  async (c, next) => {
    const revision = c.req.query(revisionParameter);
    let file: BuildFile | null = null;
    const worker = /^\/(worker[\w-]*\.js)$/.exec(c.req.path)?.[1];
    if (worker) file = await builds.newerWorker(worker);
    else if (revision && /^[\da-f]{32}$/.test(revision) && !builds.isOwn(c.req.path, revision))
      file = await builds.fileOf(revisionedId(c.req.path, revision));
    return file ? send(c, file, fresh) : next();
  };

/** Serves the page that renders in the browser. */
const pageIn = (root: string, path: string): MiddlewareHandler =>
  serveStatic({ root, path, precompressed: true, onFound: (_, c) => c.header('Cache-Control', fresh) });

/**
 * Serves the build: files with a hash in their names are cached forever, others are revalidated each time, and every
 * URL that looks like a page gets `index.html`.
 * @throws not_found for files that are hidden from visitors
 * @param root the build's folder
 */
export function staticRoutes(root: string, builds: OtherBuilds): Hono {
  const files = serveStatic({
    root,
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', path.startsWith(`${root}/assets/`) ? forever : fresh),
  });
  const page = pageIn(root, 'index.html');
  const pages = new Hono().get(`${userArea}*`, page);
  for (const language of siteLanguageTags) {
    const folder = languagePathOf(language);
    if (folder) pages.get(`${folder}/*`, visitorsOnly, pageIn(root, `${folder.slice(1)}/index.html`));
  }
  return pages.use(visitorsOnly, forWorkers(builds), files, otherBuilds(builds)).get('*', async (c, next) => {
    const isFile = /\.\w+$/.test(c.req.path);
    return isFile ? next() : page(c, next);
  });
}

/** Serves the pictures of the site's own pages. Their URLs carry the edition, so they are cached forever. */
export const pagePictureRoutes = (root: string, builds: OtherBuilds): Hono =>
  new Hono().get(
    '/images/pages/*',
    visitorsOnly,
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', forever) }),
    otherBuilds(builds),
  );
