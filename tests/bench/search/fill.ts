import type { Db } from 'mongodb';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { modelKeyOf } from '#api/features/bikes/bikes.model-key.ts';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { foundVersion, memberTokens } from '#contract/search/found.ts';
import { namesOf } from '#contract/search/names.ts';
import { generatedBike } from './generated-bikes.ts';

const perInsert = 250;

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
        return { ...bike, modelKey: modelKeyOf(bike), changedAt: new Date() };
      }),
      { ignoreUndefined: true },
    );
  await listTokens(new TermStore(db), bikes);
  await siteMeta.set('what bikes are found by', foundVersion);
  await siteMeta.set('every bike has what its lists go by, with lead and completeness', 'yes');
  await siteMeta.set('bikes of the bench', String(bikes));
}

async function listTokens(store: TermStore, bikes: number): Promise<void> {
  await store.createIndexes();
  const [terms, names] = [new Map<string, number>(), new Map<string, ReturnType<typeof namesOf>[number]>()];
  for (let n = 0; n < bikes; n += 1) {
    const bike = generatedBike(n, bikes);
    const own = new Set(memberTokens(bike.owner.username));
    for (const term of bike.terms) if (!own.has(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
    for (const name of namesOf(bike)) names.set(name.term, name);
  }
  const all = [...terms];
  for (let from = 0; from < all.length; from += 1_000)
    await store.list(new Map(all.slice(from, from + 1_000)), [...names.values()], new Date());
}
