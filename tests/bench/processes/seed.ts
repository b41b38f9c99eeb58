import type { Db } from 'mongodb';
import { createApp } from '#api/app.ts';
import { memberRow } from '#api/demo/demo.store.ts';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import { type BikeRow, writtenOf } from '#api/features/bikes/bikes.store.ts';
import { firstCommentWeight, hotRank, likeWeight, publishedWeeks, withEvents } from '#api/features/bikes/hot-rank.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import type { LikeRow } from '#api/features/likes/likes.store.ts';
import type { PhotoRow } from '#api/features/photos/photos.store.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { noCounts } from '#contract/bike-defaults.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import { markUpgraded, Vocabulary } from '../search/fill.ts';
import { begin, chance, generatedBike, generatedMember, idOf } from '../search/generated-bikes.ts';

export type Size = { bikes: number; members: number };

const perInsert = 500;
const seededName = 'what the bench seeded';
const day = 86_400_000;
const [maxLikes, maxComments] = [12, 4];
const texts = [
  'Such lugs. Who built it?',
  'What tires are those?',
  'Good color.',
  'I had the same frame for ten years.',
];

type Rows = { bikes: BikeRow[]; photos: PhotoRow[]; likes: LikeRow[]; comments: CommentRow[] };

/** A bike with its photo, likes and comments, as the site stores them once all is counted. */
function rowsOf(n: number, { bikes, members }: Size, now: number): Rows & { listed: ReturnType<typeof generatedBike> } {
  const listed = generatedBike(n, bikes, { members, days: Math.floor((now - begin) / day) });
  const { unlisted: _, ...bike } = listed;
  const r = chance(n + 1_000_003);
  const age = now - bike.publishedAt.getTime();
  const later = () => new Date(bike.publishedAt.getTime() + Math.floor(age * r() ** 3));
  const first = Math.floor(r() * members);
  /** Different members, none of them the owner. */
  const others = (count: number) =>
    Array.from({ length: Math.min(count, members - 1) }, (_, i) => generatedMember((first + i) % members)).filter(
      ({ id }) => id !== bike.owner.id,
    );
  const likes = others(Math.floor(maxLikes * r() ** 4)).map(
    ({ id: userId }): LikeRow => ({ _id: reactionIdOf(bike._id, userId), bikeId: bike._id, userId, at: later() }),
  );
  const comments = others(Math.floor(maxComments * r() ** 4)).map((author, i): CommentRow => {
    const addedAt = later();
    const text = texts[Math.floor(r() * texts.length)] ?? '';
    const counted = { first: `${bike._id}:${author.id}`, firstSeq: 0 };
    const id = idOf(addedAt.getTime(), n * maxComments + i);
    return { _id: id, bikeId: bike._id, author, text, status: 'Active', addedAt, editedAt: null, ...counted };
  });
  const weeks = withEvents(publishedWeeks(bike.publishedAt), [
    ...likes.map(({ at }) => ({ at, weight: likeWeight })),
    ...comments.map(({ addedAt: at }) => ({ at, weight: firstCommentWeight })),
  ]);
  const { unlisted: __, ...content } = writtenOf(bike as unknown as Parameters<typeof writtenOf>[0]);
  const row = {
    ...bike,
    ...content,
    modelKey: modelKeyOf(bike),
    counts: { ...noCounts, likes: likes.length, comments: comments.length },
    tally: { weeks, marks: [] },
    hotRank: hotRank(weeks),
    points: likes.length * likeWeight + comments.length * firstCommentWeight,
    changedAt: bike.publishedAt,
  } as unknown as BikeRow;
  const photos = bike.photos.map(({ id, width, height, thumbhash }): PhotoRow => {
    const found = { use: 'seen', sweepAt: new Date(now + 30 * day), bytes: 3_000_000 } as const;
    return { _id: id, width, height, thumbhash, ownerId: bike.owner.id, createdAt: bike.createdAt, ...found };
  });
  return { bikes: [row], photos, likes, comments, listed };
}

/** Fills an empty database. The photos have rows but no pixels. */
async function seed(db: Db, size: Size): Promise<void> {
  const now = Date.now();
  const insert = async (name: string, rows: { _id: string }[]) => {
    if (rows.length > 0) await db.collection<{ _id: string }>(name).insertMany(rows);
  };
  for (let from = 0; from < size.members; from += perInsert) {
    const members = Array.from({ length: Math.min(perInsert, size.members - from) }, (_, i) =>
      generatedMember(from + i),
    );
    await insert(
      'users',
      members.map(({ id, username }) => memberRow(id, username, new Date(begin))),
    );
  }
  const words = new Vocabulary();
  for (let from = 0; from < size.bikes; from += perInsert) {
    const rows: Rows = { bikes: [], photos: [], likes: [], comments: [] };
    for (let n = from; n < Math.min(size.bikes, from + perInsert); n += 1) {
      const { listed, ...one } = rowsOf(n, size, now);
      words.add(listed);
      rows.bikes.push(...one.bikes);
      rows.photos.push(...one.photos);
      rows.likes.push(...one.likes);
      rows.comments.push(...one.comments);
    }
    for (const [name, some] of Object.entries(rows)) await insert(name, some);
  }
  await words.store(db);
  const siteMeta = new SiteMeta(db);
  await markUpgraded(siteMeta);
  await siteMeta.set('every bike is counted', 'yes');
}

/** Fills a folder's database unless it has this many bikes and members already. @throws Error if it has others */
export async function seedFolder(folder: string, size: Size): Promise<void> {
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const { db, close } = await openMongo(embedded.url, { dbName: 'headbadge' });
  try {
    const siteMeta = new SiteMeta(db);
    const seeded = await siteMeta.get(seededName);
    if (seeded === JSON.stringify(size)) return;
    if (seeded || (await db.collection('bikes').estimatedDocumentCount()) > 0)
      throw new Error(`${folder} has other bikes. Name an empty folder.`);
    await seed(db, size);
    await upgrade(folder, db);
    await siteMeta.set(seededName, JSON.stringify(size));
  } finally {
    await close();
    await embedded.close();
  }
}

/** Creates the indexes, and all else that a start creates. */
async function upgrade(folder: string, db: Db): Promise<void> {
  const log = createLog({ level: 'silent' });
  const jobs = new Jobs(log);
  const config = readConfig({ DATA_DIR: folder });
  const app = await createApp({ config, db, ownDatabase: true, page: folder, jobs, now: () => new Date(), log });
  await jobs.stop();
  await app.close();
}
