import { Hono } from 'hono';
import type { Now } from '#api/platform/clock.ts';
import type { Config } from '#api/platform/config.ts';
import { clientAddress } from '#api/platform/http/client-address.ts';
import { errorAnswer, notFoundAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { requestLog } from '#api/platform/http/request-log.ts';
import { KeptAnswers } from '#api/platform/kept-answers.ts';
import type { Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import { apiBase } from '#contract/endpoint.ts';
import { DocumentMaker } from './document.ts';
import { Drawing } from './drawing.ts';
import { type PageBytes, pageRoutes } from './pages.routes.ts';

interface Needs {
  config: Config;
  /** The built page. */
  page: string;
  limits: Limits;
  /** Nobody else writes to the database. */
  ownDatabase: boolean;
  now: Now;
  log: Log;
}

/** Milliseconds after which a page is drawn anew although nothing was written here. */
const longest = { alone: 60_000, among: 5_000 } as const;
/** Pages that one sender may have drawn in a minute. */
const mostDrawn = { name: 'drawings', points: 240, seconds: 60 } as const;

/** The pages of strangers, drawn here. */
export class Pages {
  readonly #needs: Needs;
  readonly #kept: KeptAnswers<PageBytes>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#kept = new KeptAnswers({ now: needs.now, longest: needs.ownDatabase ? longest.alone : longest.among });
  }

  /** Something was written that pages may show. */
  forget(): void {
    this.#kept.forget();
  }

  /** Null where the page was built without its drawing. @param api what pages are drawn from */
  async routes(api: Hono<Visitor>): Promise<Hono<Visitor> | null> {
    const { config, page, limits, log } = this.#needs;
    const asStranger = new Hono<Visitor>().onError(errorAnswer).notFound(notFoundAnswer);
    asStranger.use(clientAddress(config.trustedProxies), requestLog(log)).route(apiBase, api);
    try {
      const drawing = await Drawing.open(page, async (path) => asStranger.request(path), config.publicOrigin);
      if (!drawing) return null;
      const drawings = limits.networkLimiter(mostDrawn);
      return pageRoutes({ drawing, documents: new DocumentMaker(page), kept: this.#kept, drawings });
    } catch (error) {
      log.warn({ err: error }, 'Pages are not drawn here: the build is not whole. They draw themselves.');
      return null;
    }
  }
}
