import { randomBytes } from 'node:crypto';
import type { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { leadOf } from '#api/features/bikes/bikes.brief.ts';
import { modelKeyOf } from '#api/features/bikes/bikes.model-key.ts';
import type { FoldersRow } from '#api/features/favorites/favorites.folders.store.ts';
import type { PhotoRow } from '#api/features/photos/photos.store.ts';
import type { PictureRow } from '#api/features/profile/profile.pictures.store.ts';
import type { ProfileRow } from '#api/features/profile/profile.store.ts';
import { reactionIdOf } from '#api/platform/bike-reactions.ts';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { completenessOf } from '#contract/bike-completeness.ts';
import { defaultFolderName, defaultFolderOf } from '#contract/favorites.ts';
import type { Person } from '#contract/people.ts';
import { type ImageType, picturePath } from '#contract/profile-pictures.ts';
import { foundBy } from '#contract/search/found.ts';
import { slugOf } from '#contract/slug.ts';
import { demoCommunity } from './community.ts';
import { type DemoStore, memberRow } from './demo.store.ts';
import type { DemoBike, DemoFolder, DemoMember, DemoPhoto, DemoPicture } from './types.ts';

export interface SeedDeps {
  store: DemoStore;
  accounts: AccountStore;
  siteMeta: SiteMeta;
  /** Computes a bike's initial like and comment counts. */
  count(bikeId: string): Promise<unknown>;
  /** Determines the weekly winners up to now. */
  decideWinners(): Promise<unknown>;
  /** Deletes the files of photos. */
  forgetPhotos(ids: string[]): Promise<void>;
  forgetCard(bikeId: string): Promise<void>;
  /** Deletes the files of members' pictures. */
  forgetPictures(ids: string[]): Promise<void>;
}

function photoRow(bike: DemoBike, { id, width, height, thumbhash, drawing }: DemoPhoto): PhotoRow {
  const createdAt = new Date(bike.createdAt);
  const known = { ownerId: bike.ownerId, use: 'seen', bytes: 0, createdAt, sweepAt: createdAt } as const;
  return { _id: id, width, height, thumbhash, drawing, ...known };
}

function rowOf(bike: DemoBike, owner: Person) {
  const { id, ownerId: _, createdAt, publishedAt, views, photos, availability, ...fields } = bike;
  const published = new Date(publishedAt);
  const { status, reason } = availability;
  const at = new Date(availability.since);
  const shown = photos.map(({ drawing: _drawing, ...photo }) => photo);
  return {
    _id: id,
    owner,
    status,
    ...fields,
    slug: slugOf(bike),
    ...foundBy({ ...fields, owner }),
    unlisted: true as const,
    photos: shown,
    cover: shown[0] ?? null,
    modelKey: modelKeyOf(bike),
    lead: leadOf(bike.story),
    complete: completenessOf(bike),
    counts: { likes: 0, comments: 0, views },
    countSeq: 0,
    hotRank: 0,
    points: 0,
    random: Math.random(),
    createdAt: new Date(createdAt),
    publishedAt: published,
    updatedAt: published,
    statusChangedAt: at,
    ...(at > published && { statuses: [{ status, at }] }),
    ...(status === 'Flagged' && { flag: { reason, at, open: true, fixed: false } }),
    ...(status === 'Removed' && { removal: { reason, at, from: 'Active' as const } }),
    version: 1,
  };
}

/** The folders of members who have more than the default one. The first folder of all is shared. */
function folderRows(folders: readonly DemoFolder[]): FoldersRow[] {
  const shareId = randomBytes(16).toString('base64url');
  const byMember = Map.groupBy(folders, ({ memberId }) => memberId);
  return [...byMember].map(([_id, theirs], place) => {
    const first = { id: defaultFolderOf(_id), name: defaultFolderName };
    const own = theirs.map(({ id, name }, i) => ({ id, name, ...(place === 0 && i === 0 && { shareId }) }));
    return { _id, folders: [first, ...own], leaving: [], rev: 1 };
  });
}

const pathOf = (type: ImageType, picture: DemoPicture | null): string => (picture ? picturePath(type, picture.id) : '');

function profileRow({ id, about, banner }: DemoMember): ProfileRow {
  const { discipline, place, text, link } = about;
  const [country, region] = place;
  const links = link ? [{ label: '', url: link }] : [];
  const shown = banner && { banner: pathOf('ProfileBanner', banner) };
  return { _id: id, discipline, location: { country, region }, text, links, ...shown };
}

function pictureRows({ id: ownerId, avatar, banner }: DemoMember, sweepAt: Date): PictureRow[] {
  const shown: [ImageType, DemoPicture | null][] = [
    ['ProfileAvatar', avatar],
    ['ProfileBanner', banner],
  ];
  return shown.flatMap(([type, picture]) => {
    return picture ? [{ _id: picture.id, ownerId, type, sweepAt, drawing: picture.drawing }] : [];
  });
}

const note = 'sample community';
const month = 30 * 86_400_000;
/** More in parallel would only wait for each other. */
const countedAtOnce = 8;

/**
 * Seeds an empty site with the sample community, once. Members are inserted last, so that an interrupted seeding starts
 * over.
 * @returns the bikes, newest first; null if the site has accounts, or the community was removed
 */
export async function seedDemo(deps: SeedDeps, start: Date): Promise<DemoBike[] | null> {
  if ((await deps.siteMeta.get(note)) === 'removed' || !(await deps.accounts.isEmpty())) return null;
  await clear(deps);
  const { store } = deps;
  const { members, bikes, comments, likes, folders, favorites } = demoCommunity(start);
  const people = new Map(
    members.map(({ id, username, avatar }) => [id, { id, username, avatar: pathOf('ProfileAvatar', avatar) }]),
  );
  const person = (id: string): Person => people.get(id) ?? { id, username: '', avatar: '' };
  await store.insert(
    'photos',
    bikes.flatMap((bike) => bike.photos.map((photo) => photoRow(bike, photo))),
  );
  await store.insert(
    'bikes',
    bikes.map((bike) => rowOf(bike, person(bike.ownerId))),
  );
  await store.insert(
    'comments',
    comments.map(({ id, bikeId, authorId, text, addedAt }) => ({
      _id: id,
      bikeId,
      author: person(authorId),
      text,
      status: 'Active',
      addedAt: new Date(addedAt),
      editedAt: null,
    })),
  );
  await store.insert(
    'likes',
    likes.map(({ bikeId, memberId: userId, likedAt }) => ({
      _id: reactionIdOf(bikeId, userId),
      bikeId,
      userId,
      at: new Date(likedAt),
    })),
  );
  await store.insert(
    'favorites',
    favorites.map(({ bikeId, memberId: userId, folderIds, addedAt }) => {
      const at = new Date(addedAt);
      return { _id: reactionIdOf(bikeId, userId), bikeId, userId, at, folders: folderIds.map((id) => ({ id, at })) };
    }),
  );
  await store.insert('folders', folderRows(folders));
  await store.insert('profiles', members.map(profileRow));
  const sweepAt = new Date(start.getTime() + month);
  await store.insert(
    'pictures',
    members.flatMap((member) => pictureRows(member, sweepAt)),
  );
  for (let n = 0; n < bikes.length; n += countedAtOnce) {
    await Promise.all(bikes.slice(n, n + countedAtOnce).map(({ id }) => deps.count(id)));
  }
  await store.insert(
    'users',
    members.map(({ id, username, joinedAt }) => memberRow(id, username, new Date(joinedAt), person(id).avatar)),
  );
  await deps.decideWinners();
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
