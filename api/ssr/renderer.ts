import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Drawn, Given, GivenAnswer } from '#contract/drawing.ts';
import type { Envelope } from '#contract/envelope.ts';

/** The part of the page's build that runs here. */
type Renderer = {
  draw(address: string, given: Given): Drawn;
  isPublic(pathname: string): boolean;
  isNowhere(pathname: string): boolean;
};

/** Asks the site's own API as a stranger would. @param path with its query */
export type AskApi = (path: string) => Promise<Response>;

/** A page and what it was drawn with. */
export type RenderedPage = Drawn & { given: Given; status: number };

/** One answer may be needed to know what else is: a bike, then its comments. */
const mostRounds = 4;

/** Draws pages for strangers: what a screen asks for is asked of the API, until it asks for nothing more. */
export class PageRenderer {
  readonly #renderer: Renderer;
  readonly #ask: AskApi;
  readonly #origin: string;

  private constructor(renderer: Renderer, ask: AskApi, origin: string) {
    this.#renderer = renderer;
    this.#ask = ask;
    this.#origin = origin;
  }

  /** Null where the page was built without its drawing. @param page the build's folder */
  static async open(page: string, ask: AskApi, origin: string): Promise<PageRenderer | null> {
    const file = join(page, '.drawing/server.js');
    if (!existsSync(file)) return null;
    return new PageRenderer((await import(pathToFileURL(file).href)) as Renderer, ask, origin);
  }

  /** Whether a stranger may see the page of a path. */
  isPublic(pathname: string): boolean {
    return this.#renderer.isPublic(pathname);
  }

  /** Whether a path leads nowhere, whoever goes there. */
  isNowhere(pathname: string): boolean {
    return this.#renderer.isNowhere(pathname);
  }

  /** @param address path and query @param small for who saves data @param at says where the page was drawn for */
  async draw(address: string, small: boolean, at?: string): Promise<RenderedPage> {
    const answers: Record<string, GivenAnswer> = {};
    const given = { origin: this.#origin, answers, ...(at && { at }), ...(small && { small }) };
    for (let round = 1; ; round += 1) {
      const drawn = this.#renderer.draw(address, given);
      if (drawn.wanted.length === 0 || round === mostRounds) return { ...drawn, given, status: statusOf(drawn, given) };
      const ask = async (path: string): Promise<[string, GivenAnswer]> => {
        const answer = await this.#ask(path);
        return [path, { status: answer.status, envelope: (await answer.json()) as Envelope<unknown> }];
      };
      // In the order in which they were wanted, whichever came first: the same page is the same bytes.
      Object.assign(answers, Object.fromEntries(await Promise.all(drawn.wanted.map(ask))));
    }
  }
}

/** A page about what is not there says so by its status too; one that the API could not help with is not well. */
function statusOf({ nowhere }: Drawn, { answers }: Given): number {
  const worst = Math.max(...Object.values(answers).map(({ status }) => status), 200);
  return nowhere ? 404 : worst;
}
