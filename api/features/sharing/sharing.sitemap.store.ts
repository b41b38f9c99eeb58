import { Binary, type Collection, type Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';
import type { SitemapCursor } from '#api/platform/sitemap-source.ts';

export type SitemapFile = {
  number: number;
  /** The last item of a full file, after which the next file begins. */
  end: SitemapCursor | null;
  madeAt: Date;
  /** The site's origin in its URLs; missing in files of earlier versions. */
  origin?: string;
  gzip: Uint8Array;
};
type FileRow = Omit<SitemapFile, 'gzip'> & { _id: string; kind: string; gzip: Binary };

/** Stores the files of the sitemap of one kind. */
export class SitemapStore {
  readonly placement = { sitemaps: small };
  readonly #rows: Collection<FileRow>;
  readonly #kind: string;

  constructor(db: Db, kind: string) {
    this.#rows = db.collection('sitemaps');
    this.#kind = kind;
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ kind: 1, number: -1 });
  }

  /** The number of the last file; 0 if there is none. */
  async last(): Promise<number> {
    const row = await this.#rows.findOne({ kind: this.#kind }, { sort: { number: -1 }, projection: { number: 1 } });
    return row?.number ?? 0;
  }

  async read(number: number): Promise<SitemapFile | null> {
    const row = await this.#rows.findOne({ _id: this.#idOf(number) });
    return row && { ...row, gzip: row.gzip.value() };
  }

  /** Where a file ends; null if it is not full, or there is none. */
  async endOf(number: number): Promise<SitemapCursor | null> {
    const row = await this.#rows.findOne({ _id: this.#idOf(number) }, { projection: { end: 1 } });
    return row?.end ?? null;
  }

  async write({ gzip, ...file }: SitemapFile): Promise<void> {
    const row = { ...file, kind: this.#kind, gzip: new Binary(gzip) };
    await this.#rows.replaceOne({ _id: this.#idOf(file.number) }, row, { upsert: true }).catch((error: unknown) => {
      // Another process has made it meanwhile.
      if (!isDuplicate(error)) throw error;
    });
  }

  async clear(): Promise<void> {
    await this.#rows.deleteMany({ kind: this.#kind });
  }

  #idOf(number: number): string {
    return `${this.#kind}-${number}`;
  }
}
