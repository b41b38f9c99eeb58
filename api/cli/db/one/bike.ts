import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import type { AccountRow } from '#api/features/accounts/accounts.store.ts';
import type { BikeReactionRow } from '#api/features/bikes/bikes.reactions.store.ts';
import { derivedOf } from '#api/features/bikes/bikes.reindex.store.ts';
import { isAway } from '#api/features/bikes/bikes.removal.ts';
import { statusUpdate } from '#api/features/bikes/bikes.status-history.ts';
import { type BikeRow, coverOf } from '#api/features/bikes/bikes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import { withDefault } from '#api/features/favorites/favorites.folder-list.ts';
import type { FoldersRow } from '#api/features/favorites/favorites.folders.store.ts';
import type { FavoriteRow } from '#api/features/favorites/favorites.store.ts';
import { MakerFold, type NameRule } from '#api/features/makers/makers.fold.ts';
import { PhotoStore } from '#api/features/photos/photos.store.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { noCounts } from '#contract/bike-defaults.ts';
import { titleOf } from '#contract/bike-names.ts';
import { restorableDays } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { omit } from '#contract/omit.ts';
import type { Person } from '#contract/people.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { bringPhotos } from './photos.ts';
import type { Restoring } from './restoring.store.ts';

/** The fields of a bike that the site sets; its owner writes all others. */
const siteFields = [
  ...['_id', 'owner', 'status', 'counts', 'countSeq', 'hotRank', 'points', 'tally', 'unlisted', 'changedAt'],
  ...[
    'createdAt',
    'publishedAt',
    'updatedAt',
    'statusChangedAt',
    'statuses',
    'random',
    'won',
    'draft',
    'flag',
    'removal',
  ],
  ...['version', 'editVersion', 'commentsClosed', 'followed'],
] as readonly (keyof BikeRow)[];

/** Whether its owner deleted it for itself. */
const isDeleted = (row: BikeRow): boolean => row.status === 'Deleted' && !isAway(row);

/** The status of a bike that comes back. */
function statusOf(row: BikeRow): BikeStatus {
  const status = row.followed?.from ?? row.status;
  if (status !== 'Deleted') return status;
  if (row.draft) return 'Draft';
  if (row.removal) return 'Removed';
  return row.flag?.open ? 'Flagged' : 'Active';
}

/** @throws Refusal if the owner's account is not open */
async function ownerOf(one: Restoring, { owner }: BikeRow): Promise<Person> {
  const row = await one.here<AccountRow>('users').findOne({ _id: owner.id });
  if (!row || row.foldedName === row._id)
    throw new Refusal(`Its owner ${owner.username} is erased. Restore the member first: --member ${owner.id}`);
  const { _id: id, username, avatar, status } = row;
  if (status !== 'Active' && status !== 'Suspended')
    throw new Refusal(
      `The account of its owner ${username} is ${status.toLowerCase()}. Restore it first: npm run user -- restore ${username}`,
    );
  return { id, username, avatar };
}

/** The bike's content with the photos that are there. @throws Refusal if none of them is */
async function contentOf(one: Restoring, row: BikeRow, owner: Person) {
  const found = await bringPhotos(one, owner.id, photoIdsOf(row));
  const photos = row.photos.filter(({ id }) => found.has(id));
  if (photos.length === 0 && row.photos.length > 0)
    throw new Refusal('None of its photos is in the backup or in the photo storage.');
  const history = (row.history ?? []).map((update) => ({
    ...update,
    ...(update.photos && { photos: update.photos.filter(({ id }) => found.has(id)) }),
  }));
  const { goneUpdates = [] } = row;
  const places = await one.site.bikes.owners.placesOf([owner.id]);
  const content = { ...omit(row, ...siteFields), photos, history, goneUpdates, cover: coverOf({ photos }) };
  const fold = new MakerFold(await one.here<NameRule & { _id: string }>('makerNames').find().toArray());
  const whole = { ...row, ...content, owner };
  return {
    ...content,
    ...derivedOf(whole, (bike) => fold.keysOf(bike), places.get(owner.id)),
    unlisted: true as const,
  };
}

/** Brings back what others left on a bike that was gone. Members who are gone stay away. */
async function bringReactions(one: Restoring, bikeId: string, owner: Person) {
  const comments = await one.there<CommentRow>('comments').find({ bikeId }).toArray();
  const likes = await one.there<BikeReactionRow>('likes').find({ bikeId }).toArray();
  const updateLikes = await one.there<BikeReactionRow>('updateLikes').find({ bikeId }).toArray();
  const favorites = await one.there<FavoriteRow>('favorites').find({ bikeId }).toArray();
  const ids = [
    ...comments.flatMap(({ author, mentioned = [] }) => [author.id, ...mentioned]),
    ...[...likes, ...updateLikes, ...favorites].map(({ userId }) => userId),
  ];
  const people = await one.people([...new Set(ids)]);
  const pairs = [...people.keys()].flatMap((id) => [`${owner.id}:${id}`, `${id}:${owner.id}`]);
  const blocks = await one
    .here('blocks')
    .find({ _id: { $in: pairs } })
    .toArray();
  const apart = new Set(blocks.flatMap(({ _id }) => _id.split(':')));
  apart.delete(owner.id);
  const isWelcome = ({ userId, change }: BikeReactionRow) =>
    change?.by !== -1 && people.has(userId) && !apart.has(userId);
  const folderLists = one.here<FoldersRow>('folders');
  const kept: FavoriteRow[] = [];
  for (const row of favorites.filter(isWelcome)) {
    const list = await folderLists.findOne({ _id: row.userId as FoldersRow['_id'] });
    const known = withDefault({ folders: list?.folders ?? [], leaving: [] }, row.userId as FoldersRow['_id']).folders;
    const folders = row.folders.filter(({ id }) => known.some((folder) => folder.id === id));
    if (folders.length > 0) kept.push({ ...omit(row, 'change'), folders });
  }
  await one.insertMissing('updateLikes', updateLikes.filter(isWelcome));
  return {
    comments: await one.insertMissing(
      'comments',
      comments.flatMap((row) => commentOf(row, people) ?? []),
    ),
    likes: await one.insertMissing(
      'likes',
      likes.filter(isWelcome).map((row) => omit(row, 'change')),
    ),
    favorites: await one.insertMissing('favorites', kept),
  };
}

/** A comment as it is inserted, not counted yet; null if its author is gone. */
export function commentOf(row: CommentRow, people: ReadonlyMap<string, Person>): CommentRow | null {
  const author = people.get(row.author.id);
  if (!author) return null;
  const here = (id: string) => people.has(id);
  return {
    ...omit(row, 'change', 'first', 'firstSeq', 'untold'),
    author,
    ...(row.mentions && { mentions: row.mentions.filter(({ id }) => here(id)) }),
    ...(row.mentioned && { mentioned: row.mentioned.filter(here) }),
    ...(row.alerted && { alerted: row.alerted.filter(here) }),
  };
}

const some = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;

function tell(one: Restoring, row: BikeRow, owner: Person, photos: number, more: readonly string[]): void {
  const lost = row.photos.length - photos;
  one.say(
    `Restored the bike ${row._id}, the ${titleOf(row)} of ${owner.username}: ${[some(photos, 'photo'), ...more].join(', ')}.`,
  );
  if (lost > 0) one.say(`${some(lost, 'photo')} could not be found, neither in the backup nor in the photo storage.`);
}

/** Restores a bike that is gone. @param isShut whether its owner's account is, so that it stays hidden @throws Refusal */
async function insertBike(one: Restoring, row: BikeRow, owner: Person, isShut = false): Promise<void> {
  const { _id: id, countSeq = 0, version = 1, publishedAt } = row;
  const content = await contentOf(one, row, owner);
  const more = await bringReactions(one, id, owner);
  const status = isShut ? row.status : statusOf(row);
  const fresh = {
    ...omit(row, 'tally', 'changedAt', 'editVersion', ...(isShut ? [] : (['followed'] as const))),
    ...content,
    owner,
    status,
    // Counted anew from what is there; views are only known as their number.
    counts: { ...noCounts, views: row.counts.views },
    points: 0,
    countSeq: countSeq + 1,
    version: version + 1,
    publishedAt,
    ...(status !== row.status && { statusChangedAt: one.at }),
  };
  await one
    .here<BikeRow>('bikes')
    .insertOne(fresh as BikeRow)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal('Somebody else has just restored the bike.') : error;
    });
  await one.site.bikes.counters.settle(id);
  await one.site.emit({ what: 'bike.changed', bikeId: id });
  tell(one, row, owner, content.photos.length, [
    some(more.comments, 'comment'),
    some(more.likes, 'like'),
    some(more.favorites, 'favorite'),
  ]);
}

/** Puts the content of a bike back to how the backup has it. @throws Refusal */
async function replaceBike(one: Restoring, row: BikeRow, live: BikeRow, owner: Person): Promise<void> {
  if (row.draft || live.draft) throw new Refusal('It is a draft. Only bikes that were published can be replaced.');
  const { _id, version, statusChangedAt } = live;
  const content = await contentOf(one, row, owner);
  await new PhotoStore(one.db).touch(owner.id, photoIdsOf(live), one.at);
  const back = isDeleted(live) ? statusUpdate(live.flag?.open ? 'Flagged' : 'Active', one.at) : null;
  const { matchedCount } = await one.here<BikeRow>('bikes').updateOne({ _id, version, statusChangedAt }, {
    $set: { ...content, updatedAt: one.at, ...back?.$set },
    $unset: { editVersion: '' },
    $inc: { version: 1 },
    ...(back && { $push: back.$push }),
  } as never);
  if (matchedCount === 0) throw new Refusal('The bike has just changed. Try again.');
  const { brandId, brand, model } = live;
  await one.site.emit({ what: 'bike.changed', bikeId: _id, earlier: { brandId, brand, model } });
  tell(one, row, owner, content.photos.length, ['its comments, likes and favorites as they are']);
}

/** Restores a bike with its photos, and with its comments, likes and favorites if it was gone. @throws Refusal */
export async function restoreBike(one: Restoring, id: string): Promise<void> {
  const row = await one.there<BikeRow>('bikes').findOne({ _id: id });
  if (!row) throw new Refusal(`The backup ${one.backup.name} has no bike ${id}.`);
  const owner = await ownerOf(one, row);
  const live = await one.here<BikeRow>('bikes').findOne({ _id: id });
  if (!live) {
    one.refuseDeleted(isDeleted(row), `${owner.username} had deleted the bike.`);
    one.refuseDeleted(row.draft !== undefined, `${owner.username} may have discarded this draft.`);
    one.refuseDeleted(
      one.isOld,
      `The backup is older than ${restorableDays} days, so ${owner.username} may have deleted the bike.`,
    );
    await insertBike(one, row, owner);
  } else {
    if (isDeleted(live)) one.refuseDeleted(true, `${owner.username} has deleted the bike.`);
    else one.refuseLive('The bike');
    await replaceBike(one, row, live, owner);
  }
  await one.follow(owner.id);
}

/** Restores those bikes of a member that are gone, and says what it leaves out. */
export async function restoreBikesOf(
  one: Restoring,
  owner: Person,
  { wasErased, isShut }: { wasErased: boolean; isShut: boolean },
): Promise<void> {
  const rows = await one.there<BikeRow>('bikes').find({ 'owner.id': owner.id }).sort({ publishedAt: 1 }).toArray();
  for (const row of rows) {
    if (await one.here<BikeRow>('bikes').findOne({ _id: row._id }, { projection: { _id: 1 } })) continue;
    // Those of an erased account went with it.
    const mayBeDeleted = isDeleted(row) || (!wasErased && (row.draft !== undefined || one.isOld));
    if (mayBeDeleted && !one.evenDeleted) {
      one.say(`Left out the bike ${row._id}, the ${titleOf(row)}: its owner deleted it, or may have.`);
      continue;
    }
    try {
      await insertBike(one, row, owner, isShut);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      one.say(`Left out the bike ${row._id}, the ${titleOf(row)}: ${error.message}`);
    }
  }
}
