import { SingleFlight } from '#api/platform/single-flight.ts';
import { bikePage } from '#contract/pages.ts';
import { sitemapPartPath } from '#contract/sharing.ts';
import { declaration, element, textElement } from './sharing.xml.ts';

/** A bike's position by publishing time, oldest first, and the fields of its entry. */
export type MappedBike = { id: string; slug: string; publishedAt: Date; updatedAt?: Date };
type Place = Pick<MappedBike, 'id' | 'publishedAt'>;

interface Deps {
  /** Public bikes after a place, oldest first. */
  bikesAfter(place: Place | null, limit: number): Promise<MappedBike[]>;
  /** Page of an item; defaults to a bike's page. */
  pageOf?(id: string, slug: string): string;
  origin: string;
}

/** Protocol limit of URLs per file (https://www.sitemaps.org/protocol.html). */
const maxUrls = 50_000;
const schema = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const batchSize = 500;

const entry = ({ loc, lastmod }: { loc: string; lastmod?: Date }) =>
  element('url', {}, textElement('loc', loc) + (lastmod ? textElement('lastmod', lastmod.toISOString()) : ''));

/**
 * The sitemap. Bikes are split into files by publishing time, which never changes: a full file only loses entries, and
 * only new bikes have to be counted.
 */
export class Sitemap {
  readonly #deps: Deps;
  readonly #full: number;
  /** The bike after which each file begins. */
  #begins: (Place | null)[] = [null];
  #last: Place | null = null;
  #counted = 0;
  readonly #walk = new SingleFlight<void>();

  /** @param full bikes per file; below the limit, to leave room for bikes that are published again */
  constructor(deps: Deps, full = 45_000) {
    this.#deps = deps;
    this.#full = full;
  }

  /** Number of files. */
  async files(): Promise<number> {
    await this.#walk.run('', () => this.#count());
    return this.#begins.length;
  }

  /** The sitemap index. @param members number of member files */
  async index(members = 0): Promise<string> {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    const paths = [
      ...[0, ...numbers(await this.files())].map((part) => sitemapPartPath(part)),
      ...numbers(members).map((part) => sitemapPartPath(part, 'members')),
    ];
    const list = paths.map((path) => element('sitemap', {}, textElement('loc', this.#deps.origin + path)));
    return declaration + element('sitemapindex', schema, list.join(''));
  }

  async #count(): Promise<void> {
    for (let bikes = await this.#next(); bikes.length > 0; bikes = await this.#next()) {
      for (const bike of bikes) {
        if (this.#counted === this.#full) {
          this.#begins.push(this.#last);
          this.#counted = 0;
        }
        this.#last = bike;
        this.#counted += 1;
      }
    }
  }

  #next(): Promise<MappedBike[]> {
    return this.#deps.bikesAfter(this.#last, batchSize);
  }

  /** Sitemap of the static pages. @param paths relative to the origin */
  pages(paths: readonly string[]): string {
    return (
      declaration + element('urlset', schema, paths.map((path) => entry({ loc: this.#deps.origin + path })).join(''))
    );
  }

  /** Streams one file; null if there is none with this number. */
  async part(number: number): Promise<ReadableStream<Uint8Array> | null> {
    if (number > this.#begins.length) await this.files();
    const begin = this.#begins[number - 1];
    if (begin === undefined) return null;
    const end = this.#begins[number];
    const pieces = this.#pieces(begin, end);
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    });
  }

  async *#pieces(begin: Place | null, end: Place | null | undefined): AsyncGenerator<string, void> {
    const { bikesAfter, origin, pageOf = bikePage } = this.#deps;
    yield `${declaration}<urlset xmlns="${schema.xmlns}">`;
    let written = 0;
    for (let from = begin; ; ) {
      const bikes = await bikesAfter(from, Math.min(batchSize, maxUrls - written));
      const own = end ? bikes.filter((bike) => isUpTo(bike, end)) : bikes;
      written += own.length;
      yield own
        .map(({ id, slug, updatedAt }) =>
          entry({ loc: origin + pageOf(id, slug), ...(updatedAt && { lastmod: updatedAt }) }),
        )
        .join('');
      from = own.at(-1) ?? from;
      if (own.length === 0 || own.length < bikes.length || written >= maxUrls) break;
    }
    // Bikes were inserted until a file is full, so the files are split again.
    if (written >= maxUrls) this.#splitAgain();
    yield '</urlset>';
  }

  #splitAgain(): void {
    this.#begins = [null];
    this.#last = null;
    this.#counted = 0;
  }
}

const isUpTo = (bike: Place, end: Place): boolean => {
  const [at, last] = [bike.publishedAt.getTime(), end.publishedAt.getTime()];
  return at < last || (at === last && bike.id <= end.id);
};
