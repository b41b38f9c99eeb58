import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { BikeCard } from './bikes.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { fold } from './fold.ts';
import { Id } from './id-schema.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo } from './photos.ts';
import { defineProblems } from './problems.ts';
import { optionalText, requiredName } from './text.ts';

const favoriteProblems = defineProblems({
  'favorite.own': { status: 403, message: t`This is your own bike. Find it under Bikes.` },
  'favorite.too_many': {
    status: 409,
    remedy: 'later',
    message: t`You can keep up to 5,000 favorites. Remove one first.`,
  },
  'folder.full': {
    status: 409,
    remedy: 'later',
    message: t`This folder is full: it holds up to 1,000 bikes. Choose another one.`,
  },
  'folder.too_many': { status: 409, remedy: 'later', message: t`You have 100 folders. Delete one first.` },
  'folder.default': { status: 403, message: t`You can't rename or delete the folder Favorites.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    favorite: typeof favoriteProblems;
  }
}

/**
 * Limits of favorites: folders of a member, bikes in a folder and in all folders, covers shown, and characters of a
 * name, of a folder's text and of a note.
 */
export const favoriteLimits = {
  folders: 100,
  bikesPerFolder: 1000,
  bikes: 5000,
  covers: 4,
  name: 50,
  text: 2000,
  note: 500,
} as const;

/** Name of the default folder. */
export const defaultFolderName = 'Favorites';

/** The default folder has the member's own id, so it exists before it is stored. */
export const defaultFolderOf = (userId: Id): Id => userId;
export const isDefaultFolder = (folderId: Id, userId: Id): boolean => folderId === defaultFolderOf(userId);

/** Key for comparing folder names; unique for each member. */
export const foldedFolderName = (name: string): string => fold(name).replace(/\s+/g, ' ');

export const FolderName = requiredName(
  favoriteLimits.name,
  t`Enter a name for the folder.`,
  () => t`Use at most ${favoriteLimits.name} characters.`,
);

/** The text of a folder; empty removes it. */
export const FolderText = v.object({
  text: optionalText(favoriteLimits.text, () => t`Use at most ${favoriteLimits.text} characters.`),
});
/** The note on a bike of a folder; empty removes it. */
export const BikeNote = v.object({
  note: optionalText(favoriteLimits.note, () => t`Use at most ${favoriteLimits.note} characters.`),
});

const FolderContent = v.object({
  name: FolderName,
  /** The folder must exist: renaming does not recreate a deleted folder. */
  isRename: v.optional(v.boolean()),
});
/** Ids in their new order. */
const orderOf = (max: number, tooMany: string | (() => string)) =>
  v.object({ order: atMost(v.array(Id, 'Send a list of ids.'), max, tooMany) });
const FolderOrder = orderOf(favoriteLimits.folders, () => t`You can have up to ${favoriteLimits.folders} folders.`);
export const BikeOrder = orderOf(favoriteLimits.bikesPerFolder, t`A folder holds up to 1,000 bikes.`);

/** A folder in its member's list. */
export const FavoriteFolder = v.object({
  id: Id,
  name: v.string(),
  /** Number of its visible bikes. */
  count: v.number(),
  /** Photos of the first visible bikes. */
  covers: v.array(Photo),
  /** Id of the public link; null while the folder is private. */
  shareId: v.nullable(v.string()),
  /** Whether a shared one is also shown on the pages of its bikes and in search. */
  listed: v.boolean(),
  /** The member's text about it, shown to others while it is shared; empty if there is none. */
  text: v.string(),
  /** Number of its bikes with a note. */
  notes: v.number(),
});
export type FavoriteFolder = v.InferOutput<typeof FavoriteFolder>;

/** A bike of a folder, with the note on it. `addedBy`: the keeper who added it; missing if its owner did. */
export const FolderBike = v.object({
  ...BikeCard.entries,
  note: v.optional(v.string()),
  addedBy: v.optional(Person),
});
export type FolderBike = v.InferOutput<typeof FolderBike>;

/** The member's folders that hold a bike, and the number of members who have favorited it. */
export const FavoriteState = v.object({ favoritedFolderIds: v.array(Id), favorites: v.number() });
export type FavoriteState = v.InferOutput<typeof FavoriteState>;

/** A shared folder in a list. */
export const SharedCovers = v.object({
  ...v.pick(FavoriteFolder, ['name', 'count', 'covers']).entries,
  shareId: v.string(),
});
export type SharedCovers = v.InferOutput<typeof SharedCovers>;

const trueOrFalse = v.pipe(
  v.picklist(['true', 'false'], 'Say true or false.'),
  v.transform((it) => it === 'true'),
);
const KeepBikes = v.object({
  /** True: bikes that are in no other folder move to the default folder. False: they are no longer favorites. */
  keepBikes: v.optional(trueOrFalse, 'true'),
});

const SharedFolder = v.object({
  name: v.string(),
  owner: Person,
  text: v.string(),
  likes: v.number(),
  /** Members who keep it with the owner. An older server sends none. */
  keepers: v.optional(v.array(Person), []),
  ...pageOf(FolderBike).entries,
});
export type SharedFolder = v.InferOutput<typeof SharedFolder>;

/** Lists the member's folders in their order, including the default folder. */
export const listFolders = endpoint('GET', '/user/favorites', {
  action: 'GetFavoriteFolders',
  reply: v.array(FavoriteFolder),
  private: true,
  programs: true,
});
/** Reorders the member's folders. Folders that are not listed come last. */
export const orderFolders = endpoint('PUT', '/user/favorites', {
  action: 'UpdateFavoriteFolder',
  body: FolderOrder,
  reply: v.null(),
  private: true,
  programs: true,
});
/** Creates or renames a folder. */
export const putFolder = endpoint('PUT', '/user/favorites/:folderId', {
  action: 'AddFavoriteFolder' as 'AddFavoriteFolder' | 'UpdateFavoriteFolder',
  body: FolderContent,
  reply: v.null(),
  private: true,
  programs: true,
});
export const deleteFolder = endpoint('DELETE', '/user/favorites/:folderId', {
  action: 'DeleteFavoriteFolder',
  query: KeepBikes,
  reply: v.null(),
  private: true,
  programs: true,
});
/** Writes what a folder is about. */
export const writeFolderText = endpoint('PUT', '/user/favorites/:folderId/text', {
  action: 'UpdateFavoriteFolder',
  body: FolderText,
  reply: v.null(),
  private: true,
  programs: true,
});
/** Lists the visible bikes of a folder in their order: last added first until the member sorts them. */
export const listFolderBikes = endpoint('GET', '/user/favorites/:folderId/bikes', {
  action: 'GetFavoriteFolders',
  query: PageQuery,
  reply: pageOf(FolderBike),
  private: true,
  programs: true,
});
/** Reorders a folder's bikes. Bikes that are not listed come last. */
export const orderBikes = endpoint('PUT', '/user/favorites/:folderId/bikes', {
  action: 'UpdateFavoriteFolder',
  body: BikeOrder,
  reply: v.null(),
  private: true,
  programs: true,
});
export const addFavorite = endpoint('PUT', '/user/favorites/:folderId/bikes/:bikeId', {
  action: 'BikeFavorite',
  reply: FavoriteState,
  private: true,
  programs: true,
});
export const removeFavorite = endpoint('DELETE', '/user/favorites/:folderId/bikes/:bikeId', {
  action: 'BikeFavorite',
  reply: FavoriteState,
  private: true,
  programs: true,
});
/** Writes a note on a bike of a folder. It goes when the bike leaves the folder. */
export const writeBikeNote = endpoint('PUT', '/user/favorites/:folderId/bikes/:bikeId/note', {
  action: 'UpdateFavoriteFolder',
  body: BikeNote,
  reply: v.null(),
  private: true,
  programs: true,
});
/**
 * Shares a folder with everybody who has the link. Repeated calls return the same link. `listed`: also shows it on the
 * pages of its bikes and in search; without it, that stays as it was, which is false at first.
 */
export const shareFolder = endpoint('PUT', '/user/favorites/:folderId/share', {
  query: v.object({ listed: v.optional(trueOrFalse) }),
  reply: v.object({ shareId: v.string() }),
  private: true,
  programs: true,
});
/** Ends a folder's link with its likes. Sharing it again creates another link. */
export const unshareFolder = endpoint('DELETE', '/user/favorites/:folderId/share', {
  reply: v.null(),
  private: true,
  programs: true,
});
/** Returns a shared folder to everybody who has the link. */
export const getSharedFolder = endpoint('GET', '/favorites/:shareId', {
  action: 'GetFavoriteFolders',
  query: PageQuery,
  reply: SharedFolder,
});
