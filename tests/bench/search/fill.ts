import type { Db } from 'mongodb';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { foundVersion, memberTokens } from '#contract/search/found.ts';
import { namesOf } from '#contract/search/names.ts';
import { generatedBike } from './generated-bikes.ts';

const perInsert = 250;
const fold = new MakerFold();

/** Inserts bikes into a folder before a site starts. Existing ones stay. */
export async function fillFolder(folder: string, bikes: number): Promise<void> {
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const mongo = await openMongo(embedded.url, { dbName: 'headbadge' });
  try {
    await fill(mongo.db, bikes);
  } finally {
    await mongo.close();
    await embedded.close();
  }
}

/** Inserts bikes into a database as the site stores them, with their search terms. */
export async function fill(db: Db, bikes: number): Promise<void> {
  const siteMeta = new SiteMeta(db);
  if ((await siteMeta.get('bikes of the bench')) === String(bikes)) return;
  const rows = db.collection<{ _id: string }>('bikes');
  await new BikeStore(db).createIndexes();
  for (let n = await rows.countDocuments(); n < bikes; n += perInsert)
    await rows.insertMany(
      Array.from({ length: Math.min(perInsert, bikes - n) }, (_, i) => {
        const { unlisted: _unlisted, ...bike } = generatedBike(n + i, bikes);
        return { ...bike, ...fold.keysOf(bike as Parameters<typeof fold.keysOf>[0]), changedAt: new Date() };
      }),
      { ignoreUndefined: true },
    );
  const words = new Vocabulary();
  for (let n = 0; n < bikes; n += 1) words.add(generatedBike(n, bikes));
  await words.store(db);
  await markUpgraded(siteMeta);
  await siteMeta.set('bikes of the bench', String(bikes));
}

/** Records that the bikes are as the current version stores them. */
export async function markUpgraded(siteMeta: SiteMeta): Promise<void> {
  await siteMeta.set('what bikes are found by', foundVersion);
  await siteMeta.set('every bike has what its lists go by, with lead and completeness', 'yes');
  await siteMeta.set('what the pages of makers find bikes by', '1');
}

/** Collects the words of bikes, for suggestions and spelling. */
export class Vocabulary {
  readonly #terms = new Map<string, number>();
  readonly #names = new Map<string, ReturnType<typeof namesOf>[number]>();

  add(bike: ReturnType<typeof generatedBike>): void {
    const own = new Set(memberTokens(bike.owner.username));
    for (const term of bike.terms) if (!own.has(term)) this.#terms.set(term, (this.#terms.get(term) ?? 0) + 1);
    for (const name of namesOf(bike)) this.#names.set(name.term, name);
  }

  async store(db: Db): Promise<void> {
    const store = new TermStore(db);
    await store.createIndexes();
    const all = [...this.#terms];
    await store.list(new Map(), [...this.#names.values()], new Date());
    for (let from = 0; from < all.length; from += 1_000)
      await store.list(new Map(all.slice(from, from + 1_000)), [], new Date());
  }
}
