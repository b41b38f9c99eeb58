import type { Db } from 'mongodb';
import type { Id } from '#contract/ids.ts';
import { strangeBike } from './stored-data.ts';

/** Gives a member a visible bike, so that they may start conversations; returns its id. */
export async function giveBike(db: Db, ownerId: Id, username: string): Promise<Id> {
  const { id } = await strangeBike(db, 'Straggler');
  const owner = { id: ownerId, username, avatar: '' };
  await db.collection<{ _id: string }>('bikes').updateOne({ _id: id }, { $set: { owner } });
  return id;
}

/** Makes a member's flags count toward hiding: member for more than a week, with a bike. */
export async function season(db: Db, username: string): Promise<void> {
  const joined = new Date(Date.now() - 8 * 86_400_000);
  const row = await db.collection('users').findOneAndUpdate({ username }, { $set: { createdAt: joined } });
  await giveBike(db, String(row?._id), username);
}
