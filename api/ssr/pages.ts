import { Hono } from 'hono';
import { clientAddress } from '#api/platform/http/client-address.ts';
import { errorAnswer, notFoundAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { requestLog } from '#api/platform/http/request-log.ts';
import type { Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import type { ResponseCache } from '#api/platform/response-cache.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { apiBase } from '#contract/endpoint.ts';
import { ownLanguage } from '#contract/languages.ts';
import { homePage } from '#contract/pages.ts';
import { PageLanguages } from './page-languages.ts';
import { pageRoutes } from './pages.routes.ts';

interface Deps {
  config: Config;
  /** The built page. */
  page: string;
  limits: Limits;
  responseCache: ResponseCache;
  log: Log;
}

/** Maximum of renders for one sender in a minute, counted by each process: a render loads no other. */
const renderLimit = { name: 'drawings', points: 240, seconds: 60 } as const;

/**
 * Creates the routes of server-rendered pages; null if the build has no server-side renderer.
 * @param api the API that pages read from
 */
export async function strangersPages(
  api: Hono<Visitor>,
  { config, page, responseCache, limits, log }: Deps,
): Promise<Hono<Visitor> | null> {
  const asStranger = new Hono<Visitor>().onError(errorAnswer).notFound(notFoundAnswer);
  asStranger.use(clientAddress(config.trustedProxies), requestLog(log), async (c, next) => {
    await next();
    if (!c.get('hasDependencies')) responseCache.dependsOnEverything();
  });
  asStranger.route(apiBase, api);
  try {
    const ask = async (path: string) => asStranger.request(path);
    const languages = new PageLanguages({ page, ask, origin: config.publicOrigin, log });
    const english = await languages.get(ownLanguage);
    if (!english) return null;
    // The first render compiles the whole page, which would take longer than a visitor waits for one.
    await english.renderer
      .render(homePage(), false)
      .catch((error: unknown) => log.warn({ err: error }, 'home not rendered yet'));
    const renderLimiter = limits.networkLimiter(renderLimit, { isLocal: true });
    return pageRoutes({ languages, english, responseCache, renderLimiter });
  } catch (error) {
    log.warn({ err: error }, 'The server renders no pages, because the build is incomplete. Browsers render them.');
    return null;
  }
}
