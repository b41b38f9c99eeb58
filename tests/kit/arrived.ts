import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Site } from './site.ts';

/** Puts a bike of somebody else on the site, to be liked and commented on; returns its page's path. */
export async function strangersBike(site: Site, model: string): Promise<string> {
  const id = newId();
  const owner = { id: newId(), username: 'stranger', avatar: '' };
  const facts = {
    category: 'Gravel',
    drivetrain: '1x',
    rearGear: '11-Speed',
    brandId: 'surly',
    brandOther: '',
  } as const;
  const more = { frameMaterial: null, wheelSize: null, tireWidthMm: null, suspension: null, brakeType: null } as const;
  const rest = { handlebarType: null, colors: [], weightG: null, nickname: '', story: '', year: 2019, photos: [] };
  const named = { brand: 'Surly', model, slug: 'surly', terms: [] };
  await new BikeStore(await site.db()).insert(id, owner, { ...facts, ...more, ...rest, ...named }, 0, new Date());
  return bikePage(id, named.slug);
}

/** What a site's database holds of a member: everything that could have been doubled, lost or left half done. */
export async function arrivedOf(site: Site, username: string) {
  const db = await site.db();
  const user = await db.collection('users').findOne({ username });
  const userId = String(user?._id);
  const bikes = await db.collection('bikes').find({ 'owner.username': username }).toArray();
  const comments = await db.collection('comments').find({ 'author.username': username }).sort({ addedAt: 1 }).toArray();
  return {
    bikes: bikes.map(({ model, version, photos }) => ({ model, version, photos: photos.length })),
    photos: await db.collection('photos').countDocuments({ ownerId: userId }),
    likes: await db.collection('likes').countDocuments({ userId }),
    comments: comments.map(({ text }) => text),
    running: await db.collection('receipts').countDocuments({ state: 'running' }),
  };
}
