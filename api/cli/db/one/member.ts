import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { AccountRow } from '#api/features/accounts/accounts.store.ts';
import { newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import type { BikeReactionRow } from '#api/features/bikes/bikes.reactions.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import type { ConversationRow } from '#api/features/conversations/conversations.row.ts';
import type { FavoriteRow } from '#api/features/favorites/favorites.store.ts';
import type { PictureRow } from '#api/features/profile/profile.pictures.store.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { restorableDays } from '#contract/bike-notice.ts';
import { omit } from '#contract/omit.ts';
import type { Person } from '#contract/people.ts';
import { commentOf, restoreBikesOf } from './bike.ts';
import type { Restoring } from './restoring.store.ts';

const some = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

/** Inserts the account. Its sessions and links of that time stay void. @throws Refusal */
async function insertAccount(one: Restoring, row: AccountRow): Promise<AccountRow> {
  const { _id: id, username, authEpoch, turn = 0 } = row;
  const erased = await one.here('acts').findOne({ 'member.id': id, what: 'account.erase' }, { sort: { at: -1 } });
  one.refuseDeleted(
    erased !== null,
    `${username} was erased on request, by ${erased?.by} on ${erased?.at?.toISOString()}.`,
  );
  one.refuseDeleted(row.status === 'Deleted', `${username} had deleted the account.`);
  one.refuseDeleted(
    one.isOld,
    `The backup is older than ${restorableDays} days, so ${username} may have deleted the account.`,
  );
  const status = row.status === 'Deleted' ? (row.shut ?? 'Active') : row.status;
  const fresh = {
    ...omit(
      row,
      'copies',
      'deletedAt',
      'shut',
      'spared',
      'operator',
      ...(status === 'Suspended' ? [] : (['until'] as const)),
    ),
    status,
    authEpoch: authEpoch + 1,
    turn: turn + 1,
  };
  try {
    await one.here<AccountRow>('users').insertOne(fresh as AccountRow);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Refusal(`Another account has the username ${username} or its e-mail now.`);
  }
  if (row.operator)
    one.say(`${username} was an operator. Make them one again: npm run moderate -- operator add ${username}`);
  return fresh as AccountRow;
}

/** Brings the profile and its pictures back. */
async function bringProfile(one: Restoring, row: AccountRow): Promise<void> {
  const { _id: id, avatar } = row;
  const profile = await one.there('profiles').findOne({ _id: id });
  if (profile) await one.here('profiles').replaceOne({ _id: id }, profile, { upsert: true });
  for (const picture of await one
    .there<PictureRow>('pictures')
    .find({ ownerId: id } as never)
    .toArray()) {
    await one.insertMissing('pictures', [{ ...picture, sweepAt: new Date(one.at.getTime() + 3_600_000) }]);
    await one.copyFiles(`users/${picture._id.slice(-2)}/${picture._id}`);
  }
  await one.here<AccountRow>('users').updateOne({ _id: id }, { $set: { avatar } });
}

/** Brings back what an erased member left on bikes of others, each for its bike to count. */
async function bringOwnReactions(one: Restoring, owner: Person): Promise<string[]> {
  const { counters } = one.site.bikes;
  const userId = owner.id;
  const bring = async <T extends { _id: string; bikeId: string }>(
    name: string,
    rows: readonly T[],
  ): Promise<number> => {
    let brought = 0;
    for (const row of rows) {
      if (!(await counters.find(row.bikeId))) continue;
      const isCounted = !('status' in row) || row.status === 'Active';
      const inserted = await one.insertMissing(name, [
        { ...row, ...(isCounted && { change: newChange(row.bikeId, 1) }) },
      ]);
      if (inserted > 0) await counters.settle(row.bikeId);
      brought += inserted;
    }
    return brought;
  };
  const gained = (row: BikeReactionRow) => row.change?.by !== -1;
  const comments = await one.there<CommentRow>('comments').find({ 'author.id': userId }).toArray();
  const people = await one.people([userId, ...comments.flatMap(({ mentioned = [] }) => mentioned)]);
  const likes = (await one.there<BikeReactionRow>('likes').find({ userId }).toArray()).filter(gained);
  const favorites = (await one.there<FavoriteRow>('favorites').find({ userId }).toArray()).filter(gained);
  return [
    some(
      await bring(
        'comments',
        comments.flatMap((row) => commentOf(row, people) ?? []),
      ),
      'comment',
    ),
    some(
      await bring(
        'likes',
        likes.map((row) => omit(row, 'change')),
      ),
      'like',
    ),
    some(
      await bring(
        'favorites',
        favorites.map((row) => omit(row, 'change')),
      ),
      'favorite',
    ),
  ];
}

/** Gives the member the conversations back that the others still have. */
async function bringConversations(one: Restoring, id: string): Promise<number> {
  const rows = await one.there<ConversationRow>('conversations').find({ heldBy: id }).toArray();
  let brought = 0;
  for (const { _id, shownTo, unreadBy } of rows) {
    const $addToSet = {
      heldBy: id,
      ...(shownTo.includes(id) && { shownTo: id }),
      ...(unreadBy.includes(id) && { unreadBy: id }),
    };
    brought += (await one.here<ConversationRow>('conversations').updateOne({ _id }, { $addToSet })).modifiedCount;
  }
  return brought;
}

/** Restores what belongs to an account besides its profile and bikes. */
async function bringBelongings(one: Restoring, owner: Person): Promise<void> {
  const { id } = owner;
  for (const name of ['preferences', 'folders', 'correspondents']) await one.copyMissing(name, { _id: id });
  await one.copyMissing('folderOrders', { userId: id });
  await one.copyMissing('listLikes', { userId: id });
  await one.copyMissing('folderKeepers', { userId: id });
  await one.copyMissing('folderKeepers', { ownerId: id });
  await one.copyMissing('updateLikes', { userId: id });
  const blocks = await one
    .there('blocks')
    .find({ $or: [{ blockerId: id }, { 'blocked.id': id }] })
    .toArray();
  const people = await one.people([...new Set(blocks.flatMap(({ _id }) => _id.split(':')))]);
  await one.insertMissing(
    'blocks',
    blocks.filter(({ _id }) => _id.split(':').every((member) => people.has(member))),
  );
  const conversations = await bringConversations(one, id);
  const reactions = await bringOwnReactions(one, owner);
  one.say(
    `Restored what ${owner.username} left elsewhere: ${[...reactions, some(conversations, 'conversation')].join(', ')}.`,
  );
}

/**
 * Restores a member: the account and everything that belongs to it if it is gone, else the profile and the bikes that are
 * gone.
 * @throws Refusal
 */
export async function restoreMember(one: Restoring, id: string): Promise<void> {
  const row = await one.there<AccountRow>('users').findOne({ _id: id });
  if (!row || row.status === 'Unconfirmed' || row.foldedName === id)
    throw new Refusal(`The backup ${one.backup.name} has no member ${id}.`);
  const live = await one.here<AccountRow>('users').findOne({ _id: id });
  if (live?.foldedName === id) throw new Refusal(`${row.username} is just being erased. Try again in an hour.`);
  if (live?.status === 'Deleted')
    throw new Refusal(
      `The account is deleted, but still there. Restore it with: npm run user -- restore ${live.username}`,
    );
  if (live) one.refuseLive(`The member ${live.username}`);
  const { username, status } = live ?? (await insertAccount(one, row));
  const owner = { id, username, avatar: row.avatar };
  await bringProfile(one, row);
  one.say(`Restored the ${live ? 'profile' : 'account and the profile'} of ${username} (${id}).`);
  // Folders come before the bikes, whose favorites need them.
  if (!live) await bringBelongings(one, owner);
  await restoreBikesOf(one, owner, { wasErased: !live, isShut: status === 'Banned' });
  await one.follow(id);
  if (!live) one.say(`${username} logs in with the e-mail and password of that time. No device is signed in.`);
}
