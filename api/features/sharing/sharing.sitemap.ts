import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Now } from '#api/platform/clock.ts';
import { SingleFlight } from '#api/platform/single-flight.ts';
import type { SitemapCursor, SitemapSource } from '#api/platform/sitemap-source.ts';
import { sitemapPartPath } from '#contract/sharing.ts';
import type { SitemapFile, SitemapStore } from './sharing.sitemap.store.ts';
import { declaration, element, textElement } from './sharing.xml.ts';

interface Deps extends SitemapSource {
  store: SitemapStore;
  origin: string;
  now: Now;
}

/** Protocol limit of URLs per file (https://www.sitemaps.org/protocol.html). */
const maxUrls = 50_000;
const maxAgeMs = 24 * 3600 * 1000;
const schema = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const batchSize = 500;

const entry = ({ loc, lastmod }: { loc: string; lastmod?: Date }) =>
  element('url', {}, textElement('loc', loc) + (lastmod ? textElement('lastmod', lastmod.toISOString()) : ''));

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
export const writePages = (paths: readonly string[], origin: string): string =>
  declaration + element('urlset', schema, paths.map((path) => entry({ loc: origin + path })).join(''));

/**
 * The sitemap files of one kind of page, stored for a day: no write makes them anew. They are split by publishing
 * time, which never changes, so a full file only loses entries.
 */
export class Sitemap {
  readonly #deps: Deps;
  readonly #full: number;
  readonly #store: SitemapStore;
  readonly #making = new SingleFlight<SitemapFile | null>();

  /** @param full items per file; below the limit, to leave room for bikes that are published again */
  constructor(deps: Deps, full = 45_000) {
    this.#deps = deps;
    this.#full = full;
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
    const entryOf = ({ id, slug, updatedAt }: Awaited<ReturnType<typeof itemsAfter>>[number]) =>
      entry({ loc: origin + pageOf(id, slug), ...(updatedAt && { lastmod: updatedAt }) });
    const madeAt = now();
    const max = end ? maxUrls : this.#full;
    let [urls, cursor] = [0, begin];
    async function* pieces() {
      yield `${declaration}<urlset xmlns="${schema.xmlns}">`;
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
