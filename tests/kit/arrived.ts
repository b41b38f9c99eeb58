import type { Db } from 'mongodb';
import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Site } from './site.ts';

/** Puts a bike of somebody else into a database, to be liked and commented on. */
export async function strangeBike(db: Db, model: string): Promise<{ id: Id; slug: string }> {
  const id = newId();
  const owner = { id: newId(), username: 'stranger', avatar: '' };
  const facts = { category: 'Gravel', drivetrain: '1x', rearGear: '11-Speed', brandId: 'surly', model } as const;
  const rest = { year: 2019, photos: [] };
  const named = { brand: 'Surly', slug: 'surly', find: '', terms: [], keys: [] };
  await new BikeStore(db).insert(id, owner, withEveryField({ ...facts, ...rest, ...named }), new Date());
  return { id, slug: named.slug };
}

/** Puts such a bike on a site; returns its page's path. */
export async function strangersBike(site: Site, model: string): Promise<string> {
  const { id, slug } = await strangeBike(await site.db(), model);
  return bikePage(id, slug);
}

/**
 * The bikes that came from a member. What was typed to see the makers, before a test began, may have been saved on the site
 * as a draft meanwhile, and holds nothing else.
 */
export async function bikesFrom(db: Db, username: string) {
  const all = await db.collection('bikes').find({ 'owner.username': username }).toArray();
  return all.filter(({ status, model, photos }) => status !== 'Draft' || model || photos.length > 0);
}

/** What a site's database holds of a member: everything that could have been doubled, lost or left half done. */
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
