import { join } from 'node:path';
import { Hono } from 'hono';
import { mailboxCode, mailboxRoutes } from '#api/platform/mail/mailbox.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { connectedOrigins } from '#api/platform/settings/services-setting.ts';
import { apiBase } from '#contract/endpoint.ts';
import { sharePhotosPath } from '#contract/install.ts';
import { meantPath } from '#contract/meant-path.ts';
import { addBikePage, changePasswordPath, passwordPage } from '#contract/pages.ts';
import type { BuildStore } from './platform/build-store.ts';
import { clientAddress } from './platform/http/client-address.ts';
import { openApiDocument } from './platform/http/document.ts';
import { EveryAnswer } from './platform/http/every-answer.ts';
import { healthRoutes } from './platform/http/health.ts';
import { errorAnswer, notFoundAnswer, type Visitor } from './platform/http/kit.ts';
import { observeRequests } from './platform/http/observe-requests.ts';
import { requestLanguage } from './platform/http/request-language.ts';
import { requestLog } from './platform/http/request-log.ts';
import { seenRequestRoutes } from './platform/http/seen-request.ts';
import { serveFromCache } from './platform/http/serve-from-cache.ts';
import { pagePictureRoutes, staticRoutes } from './platform/http/static.ts';
import type { Log } from './platform/logs.ts';
import type { ResponseCache } from './platform/response-cache.ts';
import { languageRoutes } from './ssr/language.routes.ts';
import { version } from './version.ts';

type Deps = {
  config: Config;
  api: Hono<Visitor>;
  /** The routes of modules outside the API, such as images. */
  outside: Hono<Visitor>;
  /** The folder of the built page. */
  page: string;
  builds: BuildStore;
  /** The server-rendered pages; null if the build has no renderer. */
  pages: Hono<Visitor> | null;
  ready(): Promise<boolean>;
  /** Metrics, or 404. */
  metricsHere: Hono;
  responseCache: ResponseCache;
  log: Log;
};

const about = { title: 'Headbadge', version, description: 'A bicycle showcase community that works without signal.' };

/** Routes everything on the site's port: the API with its OpenAPI document, the pictures and the pages. */
export function siteRoutes(deps: Deps): Hono<Visitor> {
  const { config, api, outside, page, builds, pages, ready, metricsHere, responseCache, log } = deps;
  const site = new Hono<Visitor>();
  site.onError(errorAnswer);
  site.notFound(notFoundAnswer);
  const connected = connectedOrigins(config.services);
  const everyAnswer = new EveryAnswer({ secure: config.secure, connected, version });
  const trusted = config.trustedProxies;
  site.use(observeRequests(trusted), clientAddress(trusted), requestLog(log), everyAnswer.setHeaders);
  site.route('/', healthRoutes({ version, ready }));
  site.route('/', seenRequestRoutes({ keys: config.keys, trusted: trusted, version }));
  site.route('/', metricsHere);
  site.get(changePasswordPath, (c) => c.redirect(passwordPage(), 302));
  // Without its service worker a browser cannot keep the photos.
  site.all(sharePhotosPath, (c) => c.redirect(addBikePage(undefined, 'lost'), 303));
  site.use(`${apiBase}/*`, requestLanguage);
  site.route(apiBase, api);
  const documentation = { info: about, servers: [{ url: apiBase }] };
  let document: ReturnType<typeof openApiDocument> | undefined;
  site.get(`${apiBase}/openapi.json`, async (c) => {
    document ??= openApiDocument(api, documentation);
    return c.json(await document);
  });
  site.all(`${apiBase}/*`, notFoundAnswer);
  site.route('/', outside);
  site.route('/', pagePictureRoutes(page, builds));
  site.all('/images/*', notFoundAnswer);
  if (config.mailbox) site.route('/', mailboxRoutes(join(config.dataDir, 'mails'), mailboxCode(config.keys[0] ?? '')));
  site.get('*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const meant = meantPath(pathname);
    return meant === null ? next() : c.redirect(meant + search, 301);
  });
  if (pages) site.route('/', languageRoutes()).route('/', pages);
  site.route('/', staticRoutes(page, builds));
  const atOnce = serveFromCache({ responseCache, everyAnswer, trusted, log });
  const routed = site.fetch;
  site.fetch = (request, env, ...rest) => atOnce(request, env) ?? routed(request, env, ...rest);
  return site;
}
