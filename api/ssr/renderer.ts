import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Envelope } from '#contract/envelope.ts';
import type { DehydratedAnswer, DehydratedPage, ServerRendered } from '#contract/ssr.ts';

/** The server-side part of the page's build. */
type Renderer = {
  apiPathsOf(address: string): string[];
  render(address: string, dehydrated: DehydratedPage): ServerRendered;
  isPublic(pathname: string): boolean;
  isNowhere(pathname: string): boolean;
};

/** Calls the site's own API as a signed-out visitor. @param path with its query */
export type AskApi = (path: string) => Promise<Response>;

/** A page and the answers that it was rendered with. */
export type RenderedPage = ServerRendered & { dehydrated: DehydratedPage; status: number };

/** Maximum of render rounds, each of which may want further answers. */
const maxRounds = 4;

/**
 * Renders pages for signed-out visitors: asks the API for the queries of the screen, and renders again while a page
 * wants answers that they do not name.
 */
export class PageRenderer {
  readonly #renderer: Renderer;
  readonly #ask: AskApi;
  readonly #origin: string;

  private constructor(renderer: Renderer, ask: AskApi, origin: string) {
    this.#renderer = renderer;
    this.#ask = ask;
    this.#origin = origin;
  }

  /** Returns null if the build has no server-side renderer. @param page the build's folder @param folder of the language, in the renderers' */
  static async open(page: string, ask: AskApi, origin: string, folder = ''): Promise<PageRenderer | null> {
    const file = join(page, '.ssr', folder, 'server.js');
    if (!existsSync(file)) return null;
    return new PageRenderer((await import(pathToFileURL(file).href)) as Renderer, ask, origin);
  }

  /** Whether signed-out visitors may see the page of a path. */
  isPublic(pathname: string): boolean {
    return this.#renderer.isPublic(pathname);
  }

  /** Whether a path leads nowhere for everybody. */
  isNowhere(pathname: string): boolean {
    return this.#renderer.isNowhere(pathname);
  }

  /**
   * @param address path and query
   * @param small whether to use small photos
   * @param at the path that the page was rendered for, if another
   */
  async render(address: string, small: boolean, at?: string): Promise<RenderedPage> {
    const fields = { origin: this.#origin, ...(at && { at }), ...(small && { small }) };
    let answers = await this.#answers(this.#renderer.apiPathsOf(address));
    for (let round = 1; ; round += 1) {
      const rendered = this.#renderer.render(address, { ...fields, answers });
      if (rendered.wanted.length === 0 || round === maxRounds) {
        // In the order of the queries and not of arrival, so that the same page is the same bytes.
        const used = rendered.used.flatMap((path) => (answers[path] ? [[path, answers[path]] as const] : []));
        const dehydrated = { ...fields, answers: Object.fromEntries(used) };
        return { ...rendered, dehydrated, status: statusOf(rendered, dehydrated) };
      }
      answers = { ...answers, ...(await this.#answers(rendered.wanted)) };
    }
  }

  async #answers(paths: readonly string[]): Promise<Readonly<Record<string, DehydratedAnswer>>> {
    const ask = async (path: string): Promise<[string, DehydratedAnswer]> => {
      const answer = await this.#ask(path);
      return [path, { status: answer.status, envelope: (await answer.json()) as Envelope<unknown> }];
    };
    return Object.fromEntries(await Promise.all(paths.map(ask)));
  }
}

/** Returns 404 for a page about something missing, else the worst status of the API's answers. */
function statusOf({ nowhere }: ServerRendered, { answers }: DehydratedPage): number {
  const worst = Math.max(...Object.values(answers).map(({ status }) => status), 200);
  return nowhere ? 404 : worst;
}
