import type { Db } from 'mongodb';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Site } from './site.ts';

/** Inserts a bike of another member, for likes and comments. */
export async function strangeBike(db: Db, model: string): Promise<{ id: Id; slug: string }> {
  const id = newId();
  const owner = { id: newId(), username: 'stranger', avatar: '' };
  const fields = { category: 'Gravel', drivetrain: '1x', rearGear: '11-Speed', brandId: 'surly', model } as const;
  const rest = { year: 2019, photos: [] };
  const named = { brand: 'Surly', slug: 'surly', find: '', terms: [], keys: [] };
  const keys = new MakerFold().keysOf({ brand: named.brand, model });
  await new BikeStore(db).insert(id, owner, withEveryField({ ...fields, ...rest, ...named, ...keys }), new Date());
  return { id, slug: named.slug };
}

/** Inserts such a bike at a site; returns its page's path. */
export async function strangersBike(site: Site, model: string): Promise<string> {
  const { id, slug } = await strangeBike(await site.db(), model);
  return bikePage(id, slug);
}

/**
 * Bikes published by a member. Ignores empty drafts: text typed before a test, to see the makers, may have been saved
 * as one.
 */
export async function bikesFrom(db: Db, username: string) {
  const all = await db.collection('bikes').find({ 'owner.username': username }).toArray();
  return all.filter(({ status, model, photos }) => status !== 'Draft' || model || photos.length > 0);
}

/** Everything that a site stores about a member and that could be duplicated, lost or incomplete. */
export async function arrivedOf(site: Site, username: string) {
  const db = await site.db();
  const user = await db.collection('users').findOne({ username });
  const userId = String(user?._id);
  const bikes = await bikesFrom(db, username);
  const comments = await db.collection('comments').find({ 'author.username': username }).sort({ addedAt: 1 }).toArray();
  return {
    bikes: bikes.map(({ model, version, photos }) => ({ model, version, photos: photos.length })),
    photos: await db.collection('photos').countDocuments({ ownerId: userId }),
    likes: await db.collection('likes').countDocuments({ userId }),
    comments: comments.map(({ text }) => text),
    running: await db.collection('receipts').countDocuments({ state: 'running' }),
  };
}
