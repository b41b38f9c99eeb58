import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { alternatesOf } from '#api/platform/alternates.ts';
import type { Now } from '#api/platform/clock.ts';
import { SingleFlight } from '#api/platform/single-flight.ts';
import type { SitemapCursor, SitemapSource } from '#api/platform/sitemap-source.ts';
import { type SiteLanguage, siteLanguageTags } from '#contract/languages.ts';
import { sitemapPartPath } from '#contract/sharing.ts';
import type { SitemapFile, SitemapStore } from './sharing.sitemap.store.ts';
import { declaration, element, escaped, textElement } from './sharing.xml.ts';

interface Deps extends SitemapSource {
  store: SitemapStore;
  origin: string;
  now: Now;
  languages?: readonly SiteLanguage[];
}

/** Protocol limits of a file (https://www.sitemaps.org/protocol.html), uncompressed. */
const maxFile = { urls: 50_000, bytes: 50 * 1024 * 1024 } as const;
/** Maximum bytes of an address with its markup: names of bikes and makers are limited. */
const maxAddressBytes = 500;
const maxAgeMs = 24 * 3600 * 1000;
const schema = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const batchSize = 500;

/** The root of a file of pages. */
const rootOf = (languages: readonly SiteLanguage[]) =>
  languages.length < 2 ? schema : { ...schema, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };

type Page = { path: string; lastmod?: Date | undefined };
const linkEnd = '"/>';

/**
 * Returns the function that writes a page in English with its other languages. These have no entries of their own: their
 * pages name all languages too, and with ten languages a file would be ten times as large.
 */
function entryWriter(origin: string, languages: readonly SiteLanguage[]): (page: Page) => string {
  const links = alternatesOf('', origin, languages).map((link) =>
    element('xhtml:link', { rel: 'alternate', ...link }).slice(0, -linkEnd.length),
  );
  return ({ path, lastmod }) => {
    const date = lastmod ? textElement('lastmod', lastmod.toISOString()) : '';
    // Escaped once for all languages: it takes most of the time.
    const address = escaped(path);
    const alternates = links.map((link) => link + address + linkEnd).join('');
    return element('url', {}, `<loc>${origin}${address}</loc>${date}${alternates}`);
  };
}

/** Maximum of pages in a file. */
function maxPagesOf(languages: readonly SiteLanguage[]): number {
  const addresses = 1 + alternatesOf('', '', languages).length;
  return Math.min(maxFile.urls, Math.floor(maxFile.bytes / (addresses * maxAddressBytes)));
}

/** The sitemap index. @param files how many each kind has */
export function writeIndex(files: readonly (readonly [kind: string, count: number])[], origin: string): string {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  const paths = [
    sitemapPartPath(0),
    ...files.flatMap(([kind, count]) => numbers(count).map((part) => sitemapPartPath(part, kind))),
  ];
  const list = paths.map((path) => element('sitemap', {}, textElement('loc', origin + path)));
  return declaration + element('sitemapindex', schema, list.join(''));
}

/** Sitemap of the static pages. @param paths relative to the origin */
export const writePages = (paths: readonly string[], origin: string, languages = siteLanguageTags): string =>
  declaration +
  element(
    'urlset',
    rootOf(languages),
    paths
      .map((path) => ({ path }))
      .map(entryWriter(origin, languages))
      .join(''),
  );

/**
 * The sitemap files of one kind of page, stored for a day: no write makes them anew. They are split by publishing
 * time, which never changes, so a full file only loses entries.
 */
export class Sitemap {
  readonly #deps: Deps;
  readonly #languages: readonly SiteLanguage[];
  readonly #max: number;
  readonly #full: number;
  readonly #store: SitemapStore;
  readonly #making = new SingleFlight<SitemapFile | null>();

  /** @param full items per file; below the limit, to leave room for bikes that are published again */
  constructor(deps: Deps, full?: number) {
    this.#deps = deps;
    this.#languages = deps.languages ?? siteLanguageTags;
    this.#max = maxPagesOf(this.#languages);
    this.#full = full ?? Math.floor(0.9 * this.#max);
    this.#store = deps.store;
  }

  /** Number of files, at least one. Makes the newest file if it is a day old, or of another address. */
  async files(): Promise<number> {
    for (let number = Math.max(1, await this.#store.last()); ; number += 1) {
      const file = await this.#current(number);
      if (!file) return Math.max(1, number - 1);
      if (!file.end) return number;
    }
  }

  /** Returns a file, compressed with gzip; null if there is none with this number. */
  async file(number: number): Promise<Uint8Array<ArrayBuffer> | null> {
    if (number > (await this.files())) return null;
    const file = await this.#current(number);
    return file && new Uint8Array(file.gzip);
  }

  /** Makes the files that are a day old, so that nobody who left is listed for longer, and no crawler has to wait. */
  async refresh(stopping: AbortSignal): Promise<void> {
    const files = await this.files();
    for (let number = 1; number < files && !stopping.aborted; number += 1) await this.#current(number);
  }

  #current(number: number): Promise<SitemapFile | null> {
    return this.#making.run(String(number), async () => {
      const { now, origin } = this.#deps;
      const stored = await this.#store.read(number);
      const isFresh = stored && now().getTime() - stored.madeAt.getTime() < maxAgeMs && stored.origin === origin;
      if (isFresh) return stored;
      const begin = number === 1 ? null : await this.#store.endOf(number - 1);
      if (number > 1 && !begin) return null;
      return this.#make(number, begin, stored?.end ?? null);
    });
  }

  /** @param end the last item of a file that was full before */
  async #make(number: number, begin: SitemapCursor | null, end: SitemapCursor | null): Promise<SitemapFile | null> {
    const { itemsAfter, pageOf, origin, now } = this.#deps;
    const write = entryWriter(origin, this.#languages);
    const entryOf = ({ id, slug, updatedAt }: Awaited<ReturnType<typeof itemsAfter>>[number]) =>
      write({ path: pageOf(id, slug), lastmod: updatedAt });
    const madeAt = now();
    const max = end ? this.#max : this.#full;
    const start = element('urlset', rootOf(this.#languages), '').replace('</urlset>', '');
    let [urls, cursor] = [0, begin];
    async function* pieces() {
      yield declaration + start;
      while (urls < max) {
        const limit = Math.min(batchSize, max - urls);
        const items = await itemsAfter(cursor, limit);
        const own = end ? items.filter((item) => isUpTo(item, end)) : items;
        yield own.map(entryOf).join('');
        urls += own.length;
        cursor = own.at(-1) ?? cursor;
        if (own.length < limit) break;
      }
      yield '</urlset>';
    }
    const zipped = createGzip();
    const [gzip] = await Promise.all([buffer(zipped), pipeline(Readable.from(pieces()), zipped)]);
    if (urls === 0 && number > 1 && !end) return null;
    const file = { number, end: end ?? (urls === max ? cursor : null), madeAt, origin, gzip };
    // Bikes were published again until the file is over the limit, so the files are split again.
    if (end && urls === max) await this.#store.clear();
    else await this.#store.write(file);
    return file;
  }
}

const isUpTo = (item: SitemapCursor, end: SitemapCursor): boolean => {
  const [at, last] = [item.publishedAt.getTime(), end.publishedAt.getTime()];
  return at < last || (at === last && item.id <= end.id);
};
