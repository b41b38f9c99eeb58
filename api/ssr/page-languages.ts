import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LanguageBuild, languageBuild } from '#api/build/language-build.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import type { Log } from '#api/platform/logs.ts';
import { ownLanguage, type SiteLanguage } from '#contract/languages.ts';
import { DocumentMaker } from './document.ts';
import { type AskApi, PageRenderer } from './renderer.ts';

/** The renderer and the documents of one language. */
export type PagesInLanguage = { renderer: PageRenderer; documents: DocumentMaker };

interface Deps {
  /** The folder of the build. */
  page: string;
  ask: AskApi;
  origin: string;
  log: Log;
}

const run = promisify(execFile);
const maker = join(import.meta.dirname, '../cli/make-language.ts');
/** A build takes two seconds; twenty on a machine that has no time. */
const makeTimeoutMs = 60_000;
/** Milliseconds after which a language that could not be made is tried again. */
const retryMs = 60_000;

/** Opens the pages of each language when they are first asked for, and makes its build if it is missing. */
export class PageLanguages {
  readonly #deps: Deps;
  readonly #opened = new Map<SiteLanguage, Promise<PagesInLanguage | null>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns null if the build has no server-side renderer, or if the language cannot be made. */
  get(language: SiteLanguage): Promise<PagesInLanguage | null> {
    const known = this.#opened.get(language);
    if (known !== undefined) return known;
    const opening = this.#open(language).catch((error: unknown) => {
      this.#deps.log.error({ err: error, language }, 'the pages of a language could not be made');
      setTimeout(() => this.#opened.delete(language), retryMs).unref();
      return null;
    });
    this.#opened.set(language, opening);
    return opening;
  }

  async #open(language: SiteLanguage): Promise<PagesInLanguage | null> {
    const { page, ask, origin } = this.#deps;
    const build = language === ownLanguage ? null : await this.#build(language);
    const renderer = await PageRenderer.open(page, ask, origin, build?.suffix);
    return renderer && { renderer, documents: new DocumentMaker(page, language, { build, origin }) };
  }

  async #build(language: SiteLanguage): Promise<LanguageBuild> {
    const { page } = this.#deps;
    const catalog = await readCatalog(language);
    const existing = await languageBuild(page, language, catalog);
    if (existing) return existing;
    await run(process.execPath, [maker, page, language], { timeout: makeTimeoutMs });
    const made = await languageBuild(page, language, catalog);
    if (!made) throw new Error(`The build of ${language} is missing after it was made.`);
    return made;
  }
}
