import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageBuild, nameIn } from '#api/build/language-build.ts';
import type { InlineHashes } from '#api/platform/response-cache.ts';
import { pathOf } from '#contract/endpoint.ts';
import { languagePathOf, type SiteLanguage } from '#contract/languages.ts';
import { markIcon, markPicture } from '#contract/site-icon.ts';
import { getSiteServices, type SiteServices } from '#contract/site-services.ts';
import { languageTags } from './language-tags.ts';
import type { RenderedPage } from './renderer.ts';

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk>;

/** The build's files that a screen needs. */
type Assets = { style: string; styleHash: string; sheets: string[]; scripts: string[] };

/** A finished page, and the inline styles and scripts that its content security policy must allow. */
export type Document = { html: string; inline: InlineHashes };

/** The build's entries: of a page that renders in the browser, and of a server-rendered one. */
const entries = { own: 'index.html', serverRendered: 'src/hydrate-when-idle.ts', theme: 'src/theme.ts' } as const;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const charset = '<meta charset="utf-8" />';

/** The color of the site's badge if its operator has set one. */
function colorOf({ answers }: RenderedPage['dehydrated']): string | null {
  const site = answers[pathOf(getSiteServices, {})]?.envelope.data as SiteServices | null | undefined;
  return site?.color ?? null;
}

/** Puts the color into the head's icons and theme colors. */
const inColor = (head: string, color: string): string =>
  head
    .replace(/(name="theme-color"[^>]*content=")[^"]*/g, `$1${color}`)
    .replace('/favicon.svg', markPicture(color))
    .replace('/apple-touch-icon.png', markIcon(color, 180, true));

/** Splits a text at the first occurrence of another, which must be there. */
function split(text: string, at: string): [before: string, after: string] {
  const place = text.indexOf(at);
  if (place < 0) throw new Error(`The built page has no ${at}.`);
  return [text.slice(0, place), text.slice(place + at.length)];
}

function chunksOf(manifest: Manifest, key: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  for (const one of chunk.imports ?? []) chunksOf(manifest, one, seen);
  return seen.set(key, chunk);
}

/**
 * Puts server-rendered pages into the built page, with inline styles and scripts that wait until the page was painted.
 * The theme's script, which blocks the paint, is inline too: a request would delay it by a round trip.
 */
export class DocumentMaker {
  readonly #page: string;
  readonly #manifest: Manifest;
  /** The script that hydrates a server-rendered page. */
  readonly #hydrateScript: string;
  readonly #themeHash: string;
  /** The built page, split where pages differ. */
  readonly #shell: { start: string; head: string; bodyStart: string; end: string };
  readonly #assets = new Map<string, Assets>();

  /** The name of a script in the page's language. */
  readonly #nameOf: (file: string) => string;
  readonly #languageTags: (head: string) => string;

  /**
   * @param page the build's folder
   * @param language the language of the pages; without a build of its own it is English
   * @param origin the site's
   */
  constructor(
    page: string,
    language: SiteLanguage,
    { build, origin }: { build: LanguageBuild | null; origin: string },
  ) {
    this.#page = page;
    this.#nameOf = (file) => (build ? nameIn(build, file) : file);
    this.#languageTags = (head) => languageTags(head, language, { origin });
    this.#manifest = JSON.parse(readFileSync(join(page, '.vite/manifest.json'), 'utf8')) as Manifest;
    const hydrate = this.#manifest[entries.serverRendered];
    const themeChunk = this.#manifest[entries.theme];
    if (!hydrate || !themeChunk) throw new Error(`The build in ${page} does not say what brings its pages to life.`);
    this.#hydrateScript = `/${this.#nameOf(hydrate.file)}`;
    const themeFile = this.#nameOf(themeChunk.file);
    const theme = readFileSync(join(page, themeFile), 'utf8').trim();
    this.#themeHash = hashOf(theme);
    const [beforeTheme, afterTheme] = split(
      readFileSync(join(page, languagePathOf(language), 'index.html'), 'utf8'),
      `<script src="/${themeFile}"></script>`,
    );
    const shell = `${beforeTheme}<script>${theme}</script>${afterTheme}`
      .replace(/<title>.*?<\/title>/, '')
      .replace(/\s*<script type="module".*?<\/script>/g, '')
      .replace(/\s*<link rel="(?:modulepreload|stylesheet)".*?>/g, '');
    const [start, rest] = split(shell, charset);
    const [head, body] = split(rest, '</head>');
    const [bodyStart, end] = split(body, '<div id="root"></div>');
    this.#shell = { start, head, bodyStart, end };
  }

  #assetsOf(screen: string): Assets {
    const known = this.#assets.get(screen);
    if (known) return known;
    // The entry comes last, after everything that it needs.
    const chunks = [...chunksOf(this.#manifest, entries.own, chunksOf(this.#manifest, screen)).values()];
    const styles = new Set(chunks.flatMap(({ css = [] }) => css));
    const style = [...styles].map((file) => readFileSync(join(this.#page, file), 'utf8')).join('');
    const assets = {
      style,
      styleHash: hashOf(style),
      sheets: [...styles].map((file) => `/${file}`),
      scripts: chunks.map(({ file }) => `/${this.#nameOf(file)}`),
    };
    this.#assets.set(screen, assets);
    return assets;
  }

  make({ title, head, html, rules, dehydrated, screen }: RenderedPage): Document {
    const { style, styleHash, sheets, scripts } = this.#assetsOf(screen);
    const files = (all: readonly string[]) => all.join(' ');
    const script = `<script type="module" crossorigin fetchpriority="low" src="${this.#hydrateScript}" data-scripts="${files(scripts)}" data-sheets="${files(sheets)}"></script>`;
    const answers = JSON.stringify(dehydrated).replace(/</g, '\\u003c');
    const { start, head: ownHead, bodyStart, end } = this.#shell;
    const color = colorOf(dehydrated);
    const inHead = `${color ? inColor(ownHead, color) : ownHead}${head}${this.#languageTags(head)}<style>${style}</style><style>${rules}</style>${script}`;
    const inBody = `<div id="root">${html}</div><script type="application/json" id="initial-data">${answers}</script>`;
    const text = `${start}${charset}<title>${escaped(title)}</title>${inHead}</head>${bodyStart}${inBody}${end}`;
    return { html: text, inline: { styles: [styleHash, hashOf(rules)], scripts: [this.#themeHash] } };
  }
}
