import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { leadOf } from '#api/features/bikes/bikes.brief.ts';
import { reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import type { FoldersRow } from '#api/features/favorites/favorites.folders.store.ts';
import type { FavoriteRow } from '#api/features/favorites/favorites.store.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import type { PhotoRow } from '#api/features/photos/photos.store.ts';
import { placesOf } from '#api/features/places/places.lists.ts';
import type { ProfileRow } from '#api/features/profile/profile.store.ts';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { completenessOf } from '#contract/bike-completeness.ts';
import { defaultFolderName, defaultFolderOf } from '#contract/favorites.ts';
import type { Person } from '#contract/people.ts';
import { type ImageType, picturePath } from '#contract/profile-pictures.ts';
import { foundBy } from '#contract/search/found.ts';
import { slugOf } from '#contract/slug.ts';
import {
  type DemoBike,
  type DemoComment,
  type DemoFavorite,
  type DemoFolder,
  type DemoLike,
  type DemoMember,
  type DemoPicture,
  demoCommunity,
} from './community.ts';
import { type DemoStore, memberRow } from './demo.store.ts';
import { pictureFolder } from './samples.ts';

type DemoPhoto = DemoBike['photos'][number];

export interface SeedDeps {
  store: DemoStore;
  accounts: AccountStore;
  siteMeta: SiteMeta;
  /** Computes a bike's initial like and comment counts. */
  count(bikeId: string): Promise<unknown>;
  /** Determines the weekly winners up to now. */
  decideWinners(): Promise<unknown>;
  /** Stores a copy of a photo. */
  storePhoto(id: string, width: number, bytes: Uint8Array): Promise<void>;
  /** Stores a copy of a member's picture. */
  storePicture(id: string, width: number, bytes: Uint8Array): Promise<void>;
  /** Deletes the files of photos. */
  forgetPhotos(ids: string[]): Promise<void>;
  forgetCard(bikeId: string): Promise<void>;
  /** Deletes the files of members' pictures. */
  forgetPictures(ids: string[]): Promise<void>;
}

const month = 30 * 86_400_000;
const fold = new MakerFold();

function photoRow({ ownerId, publishedAt }: DemoBike, { id, width, height, thumbhash }: DemoPhoto): PhotoRow {
  const times = { createdAt: publishedAt, sweepAt: publishedAt };
  return { _id: id, width, height, thumbhash, ownerId, use: 'seen', bytes: 0, ...times };
}

function rowOf(bike: DemoBike, owner: Person, places: string[]): BikeRow {
  const { id, ownerId: _, publishedAt, status, statusAt: at, reason, views, photos, ...fields } = bike;
  const shown = photos.map(({ name: __, ...photo }) => photo);
  return {
    _id: id,
    owner,
    status,
    ...fields,
    slug: slugOf(bike),
    places,
    ...foundBy({ ...fields, owner, places }),
    unlisted: true,
    photos: shown,
    cover: shown[0] ?? null,
    ...fold.keysOf(bike),
    lead: leadOf(bike.story),
    complete: completenessOf(bike),
    counts: { likes: 0, comments: 0, views },
    countSeq: 0,
    hotRank: 0,
    points: 0,
    random: Math.random(),
    createdAt: publishedAt,
    publishedAt,
    updatedAt: publishedAt,
    statusChangedAt: at,
    ...(at > publishedAt && { statuses: [{ status, at }] }),
    ...(status === 'Flagged' && { flag: { reason, at, open: true, fixed: false } }),
    ...(status === 'Removed' && { removal: { reason, at, from: 'Active' as const } }),
    version: 1,
  };
}

function commentRow(comment: DemoComment, author: Person): CommentRow {
  const { id, bikeId, text, mentions, replyTo, marks, addedAt } = comment;
  const mentioned = [...new Set([...mentions.map((one) => one.id), ...(replyTo ? [replyTo.authorId] : [])])];
  return {
    _id: id,
    bikeId,
    author,
    text,
    status: 'Active',
    addedAt,
    editedAt: null,
    ...(mentioned.length > 0 && { mentions, mentioned }),
    ...(replyTo && { replyTo: replyTo.id }),
    ...(marks.includes('Answered') && { answered: true }),
    ...(marks.includes('Pinned') && { pin: { bikeId, at: addedAt } }),
  };
}

const reactionRow = ({ bikeId, memberId: userId, at }: DemoLike) => ({
  _id: reactionIdOf(bikeId, userId),
  bikeId,
  userId,
  at,
});

const favoriteRow = ({ folderIds, ...favorite }: DemoFavorite): FavoriteRow => ({
  ...reactionRow(favorite),
  folders: folderIds.map((id) => ({ id, at: favorite.at })),
});

/** The folders of members who have more than the default one. */
function folderRows(folders: readonly DemoFolder[]): FoldersRow[] {
  const newShareId = () => randomBytes(16).toString('base64url');
  return [...Map.groupBy(folders, ({ memberId }) => memberId)].map(([_id, theirs]) => {
    const first = { id: defaultFolderOf(_id), name: defaultFolderName };
    const own = theirs.map(({ id, name, isShared }) => ({ id, name, ...(isShared && { shareId: newShareId() }) }));
    return { _id, folders: [first, ...own], leaving: [], rev: 1 };
  });
}

const pathOf = (type: ImageType, picture: DemoPicture | null): string => (picture ? picturePath(type, picture.id) : '');

function profileRow({ id, discipline, location, text, links, banner }: DemoMember): ProfileRow {
  const shown = banner && { banner: pathOf('ProfileBanner', banner) };
  return { _id: id, discipline, location, text, links, ...shown };
}

const picturesOf = ({ avatar, banner }: DemoMember): [ImageType, DemoPicture][] => [
  ...(avatar ? [['ProfileAvatar', avatar] as [ImageType, DemoPicture]] : []),
  ...(banner ? [['ProfileBanner', banner] as [ImageType, DemoPicture]] : []),
];

/** Stores the copies of a picture, whose files are called after their widths. */
async function copyPicture(name: string, store: (width: number, bytes: Uint8Array) => Promise<void>): Promise<void> {
  const folder = pictureFolder(name);
  for (const file of await readdir(folder)) await store(Number.parseInt(file, 10), await readFile(join(folder, file)));
}

/** Runs a task for each item, a few at once: more in parallel would only wait for each other. */
async function forEach<T>(items: readonly T[], task: (item: T) => Promise<unknown>): Promise<void> {
  const size = 8;
  for (let n = 0; n < items.length; n += size) await Promise.all(items.slice(n, n + size).map(task));
}

const note = 'sample community';

/**
 * Seeds an empty site with the sample community, once. Members are inserted last, so that an interrupted seeding starts
 * over.
 * @returns the bikes, newest first; null if the site has accounts, or the community was removed
 */
export async function seedDemo(deps: SeedDeps, start: Date): Promise<DemoBike[] | null> {
  if ((await deps.siteMeta.get(note)) === 'removed' || !(await deps.accounts.isEmpty())) return null;
  await clear(deps);
  const { store, storePhoto, storePicture, count, decideWinners } = deps;
  const { members, bikes, comments, likes, folders, favorites } = demoCommunity(start);
  const people = new Map(
    members.map(({ id, username, avatar }) => [id, { id, username, avatar: pathOf('ProfileAvatar', avatar) }]),
  );
  const person = (id: string): Person => people.get(id) ?? { id, username: '', avatar: '' };
  const places = new Map(members.map(({ id, location }) => [id, placesOf(location)]));
  const photos = bikes.flatMap((bike) => bike.photos.map((photo) => ({ bike, photo })));
  const pictures = members.flatMap((member) =>
    picturesOf(member).map(([type, picture]) => ({ member, type, picture })),
  );
  const sweepAt = new Date(start.getTime() + month);

  await store.insert(
    'photos',
    photos.map(({ bike, photo }) => photoRow(bike, photo)),
  );
  await store.insert(
    'pictures',
    pictures.map(({ member, type, picture }) => ({ _id: picture.id, ownerId: member.id, type, sweepAt })),
  );
  await forEach(photos, ({ photo: { id, name } }) => copyPicture(name, (width, bytes) => storePhoto(id, width, bytes)));
  await forEach(pictures, ({ picture: { id, name } }) =>
    copyPicture(name, (width, bytes) => storePicture(id, width, bytes)),
  );
  await store.insert(
    'bikes',
    bikes.map((bike) => rowOf(bike, person(bike.ownerId), places.get(bike.ownerId) ?? [])),
  );
  await store.insert(
    'comments',
    comments.map((comment) => commentRow(comment, person(comment.authorId))),
  );
  await store.insert('likes', likes.map(reactionRow));
  await store.insert('favorites', favorites.map(favoriteRow));
  await store.insert('folders', folderRows(folders));
  await store.insert('profiles', members.map(profileRow));
  await forEach(bikes, ({ id }) => count(id));
  await store.insert(
    'users',
    members.map(({ id, username, joinedAt }) => memberRow(id, username, joinedAt, person(id).avatar)),
  );
  await decideWinners();
  return bikes;
}

/** Removes the sample community permanently, with everything about its bikes. Returns the number of bikes. */
export async function removeDemo(deps: SeedDeps): Promise<number> {
  await deps.siteMeta.set(note, 'removed');
  return clear(deps);
}

async function clear({ store, forgetPhotos, forgetCard, forgetPictures }: SeedDeps): Promise<number> {
  const bikes = await store.ids('bikes');
  await store.remove('bikes');
  await store.removeTalk();
  await store.removeLetters();
  await store.removeWins();
  await store.remove('comments');
  await store.remove('likes');
  await store.remove('favorites');
  await store.remove('folders');
  await store.remove('profiles');
  // Delete the files before the rows, because without rows nobody can find them.
  await forgetPhotos(await store.ids('photos'));
  for (const id of bikes) await forgetCard(id);
  await forgetPictures(await store.ids('pictures'));
  await store.remove('photos');
  await store.remove('pictures');
  await store.remove('users');
  await store.forget();
  return bikes.length;
}
