/** @module-tag nightly */
import { EJSON } from 'bson';
import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../bson/keys.ts';
import { Changes } from './differential/changes.ts';
import { Queries } from './differential/queries.ts';
import { Chance } from './differential/values.ts';
import { openWorlds, type Worlds } from './differential/worlds.ts';
import type { Numbered } from './kit.ts';

/** The number of queries; a fifth as many updates run. Raise it by hand before a release. */
const rounds = Number(process.env.EMBEDDED_MONGO_ROUNDS ?? 400);
const seed = Number(process.env.EMBEDDED_MONGO_SEED ?? 20260601);
const updates = rounds / 5;
const population = 100;

const chance = new Chance(seed);
const queries = new Queries(chance);
const changes = new Changes(chance);
const documentOf = (_id: number): Numbered => ({ _id, u: _id, ...chance.fields() });

let worlds: Worlds;
beforeAll(async () => {
  worlds = await openWorlds(Array.from({ length: population }, (_, i) => documentOf(i)));
});
afterAll(() => worlds.close());

interface Deed {
  /** Shown in the message of a failure. */
  what: Document;
  work(rows: Collection<Numbered>): Promise<unknown>;
}

/** Fails with the operation and its outcomes in the first two worlds that disagree. */
async function assertSame({ what, work }: Deed): Promise<void> {
  const [first, ...others] = await worlds.each(work);
  for (const [i, other] of others.entries())
    if (other !== first) {
      const shown = EJSON.stringify(what, { relaxed: false });
      expect({ [worlds.all[i + 1]?.name ?? '']: other }, `${shown}; without indexes: ${first}`).toBe(first);
    }
}

/**
 * Of values that are equal but not identical, such as 1 and 1.0, the first one found is returned, so only keys are
 * compared.
 */
const keysOf = (values: readonly unknown[]): string[] => values.map((value) => keyOf([value]).toString('hex'));

function question(): Deed {
  const filter = queries.filter();
  const kind = chance.random();
  if (kind < 0.65) {
    const sort = queries.sort();
    const projection = queries.projection();
    const limit = chance.is(0.5) ? 0 : chance.below(30) + 1;
    const skip = chance.is(0.75) ? 0 : chance.below(12);
    const options = { sort, limit, skip, raw: true, ...(projection && { projection }) };
    return { what: { filter, ...options }, work: (rows) => rows.find(filter, options).toArray() };
  }
  if (kind < 0.85) return { what: { count: filter }, work: (rows) => rows.countDocuments(filter) };
  if (kind < 0.93) {
    const path = chance.of(['a', 's', 'd.x', 'e.x']);
    return { what: { distinct: path, filter }, work: async (rows) => keysOf(await rows.distinct(path, filter)) };
  }
  const limit = chance.below(40) + 1;
  const rest = [{ $group: { _id: '$k', n: { $sum: '$_id' }, last: { $last: '$_id' } } }, { $sort: { _id: 1 } }];
  const pipeline = [{ $match: filter }, { $sort: queries.sort() }, { $limit: limit }, { $project: { k: 1 } }, ...rest];
  return { what: { pipeline }, work: (rows) => rows.aggregate(pipeline).toArray() };
}

test(`${rounds} random queries answer the same with and without indexes (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round += 20)
    await Promise.all(Array.from({ length: 20 }, () => assertSame(question())));
}, 1_800_000);

const byId = { sort: { _id: 1 as const } };

/**
 * Changes one document chosen by its order, or many by an update that fails on none, because plans return documents in
 * any order.
 */
function write(): Deed {
  const _id = chance.below(population + 10);
  const kind = chance.random();
  if (kind < 0.2) {
    const filter = queries.filter();
    const { update } = changes.harmless();
    return { what: { many: filter, update }, work: (rows) => rows.updateMany(filter, update) };
  }
  if (kind < 0.45) {
    const filter = queries.filter();
    const { update, arrayFilters } = changes.any();
    const options = {
      ...byId,
      returnDocument: chance.of(['before', 'after'] as const),
      ...(arrayFilters && { arrayFilters }),
    };
    return {
      what: { one: filter, update, ...options },
      work: (rows) => rows.findOneAndUpdate(filter, update, options),
    };
  }
  if (kind < 0.65) {
    const { update, arrayFilters } = changes.any();
    const options = { upsert: chance.is(0.7), ...(arrayFilters && { arrayFilters }) };
    const filter = { _id, ...(chance.is(0.3) && queries.conditionOn('s')) };
    return { what: { filter, update, ...options }, work: (rows) => rows.updateOne(filter, update, options) };
  }
  if (kind < 0.8) {
    const made: Document = { ...chance.fields(), u: chance.is(0.8) ? _id : chance.below(population) };
    const options = { upsert: true };
    return { what: { _id, made }, work: (rows) => rows.replaceOne({ _id }, made, options) };
  }
  if (kind < 0.84) {
    const filter = { ...queries.filter(), u: { $gt: chance.below(population) } };
    return { what: { removed: filter }, work: (rows) => rows.findOneAndDelete(filter, byId) };
  }
  if (kind < 0.86) {
    const filter = { $and: [queries.filter(), { _id: { $in: chance.some(4, () => chance.below(population)) } }] };
    return { what: { deleted: filter }, work: (rows) => rows.deleteMany(filter) };
  }
  if (kind < 0.95) {
    const made = documentOf(_id);
    return { what: { made }, work: (rows) => rows.insertOne({ ...made }) };
  }
  const operations: AnyBulkWriteOperation<Numbered>[] = chance.some(4, () => {
    const id = chance.below(population);
    return chance.is(0.5)
      ? { updateOne: { filter: { _id: id }, update: changes.harmless().update, upsert: true } }
      : { insertOne: { document: documentOf(id) } };
  });
  const ordered = chance.is(0.5);
  return {
    what: { operations, ordered },
    work: async (rows) => {
      const { insertedCount, modifiedCount, upsertedCount } = await rows.bulkWrite(operations, { ordered });
      return { insertedCount, modifiedCount, upsertedCount };
    },
  };
}

test(`${updates} random writes do the same with and without indexes (seed ${seed})`, async () => {
  const everything: Deed = {
    what: { all: 1 },
    work: (rows) => rows.find({}, { sort: { _id: 1 }, raw: true }).toArray(),
  };
  for (let round = 0; round < updates; round++) {
    await assertSame(write());
    // Later queries may no longer show what a write left wrong.
    if (round % 10 === 9) await assertSame(everything);
    await assertSame(question());
  }
  await assertSame(everything);
}, 1_800_000);
