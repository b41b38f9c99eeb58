import type { Db } from 'mongodb';
import { newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';

type BikeDocument = { _id: string; slug: string; photos: unknown[]; counts: { comments: number } };

const paragraph = 'Found in a barn, taken apart on the kitchen table, and ridden over every pass that would have us. ';

/** Number of comments: more than one page. */
export const fullBikeComments = 120;

/** Gives a sample bike photos, a long story and many comments; returns its page's path. */
export async function fullBike(db: Db): Promise<string> {
  const bikes = db.collection<BikeDocument>('bikes');
  const bike = await bikes.findOne({ status: 'Active', 'photos.2': { $exists: true } });
  if (!bike) throw new Error('No sample bike has three photos.');
  await bikes.updateOne(
    { _id: bike._id },
    { $set: { story: paragraph.repeat(12), 'counts.comments': fullBikeComments } },
  );
  const author = { id: newId(), username: 'teller', avatar: '' };
  const rows = Array.from({ length: fullBikeComments }, (_, n) => ({
    _id: newId(),
    bikeId: bike._id,
    author,
    text: `Word number ${n + 1}.`,
    status: 'Active',
    addedAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
    editedAt: null,
  }));
  const comments = db.collection<(typeof rows)[number]>('comments');
  await comments.deleteMany({ bikeId: bike._id });
  await comments.insertMany(rows);
  return bikePage(bike._id, bike.slug);
}

/** Gives the owner of a sample bike a win, a previous bike and a shared folder; returns their page's path. */
export async function fullMember(db: Db): Promise<string> {
  const bikes = db.collection<BikeDocument & { owner: Person }>('bikes');
  const [won, past] = await bikes
    .find({ status: 'Active', 'photos.2': { $exists: false } })
    .sort({ slug: 1 })
    .limit(2)
    .toArray();
  if (!won || !past) throw new Error('There are no such sample bikes.');
  const { owner } = won;
  await bikes.updateOne(
    { _id: won._id },
    { $set: { won: { week: '2026-W09', votes: 3, at: new Date('2026-03-02') } } },
  );
  await bikes.updateOne({ _id: past._id }, { $set: { ownership: 'Sold', owner } });
  const folders = [{ id: newId(), name: 'Winter', shareId: 'WwWwWwWwWwWwWwWwWwWwWw' }];
  const rows = db.collection<{ _id: string }>('folders');
  await rows.updateOne({ _id: owner.id }, { $set: { folders, leaving: [], rev: 9 } }, { upsert: true });
  return userPage(owner.id, owner.username);
}

/** Deletes a sample bike that no list of home shows, as its owner does; returns its page's path. */
export async function removedBike(db: Db): Promise<string> {
  const bikes = db.collection<BikeDocument>('bikes');
  const bike = await bikes.findOneAndUpdate(
    { status: 'Active', 'photos.2': { $exists: false } },
    { $set: { status: 'Deleted' } },
    { sort: { 'counts.likes': 1, publishedAt: 1 } },
  );
  if (!bike) throw new Error('There is no such sample bike.');
  return bikePage(bike._id, bike.slug);
}
