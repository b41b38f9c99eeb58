import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { Photo } from './photos.ts';
import { fold, requiredName } from './text.ts';

/** How many folders a member has at most, and how many bikes are in one, and in all of them. */
export const favoriteLimits = { folders: 100, bikesPerFolder: 1000, bikes: 5000, name: 50, covers: 3 } as const;

/** The name of the folder that everybody has. */
export const defaultFolderName = 'Favorites';

/** The folder that everybody has bears its member's own id: so it is there before anybody has made it. */
export const defaultFolderOf = (userId: Id): Id => userId;
export const isDefaultFolder = (folderId: Id, userId: Id): boolean => folderId === defaultFolderOf(userId);

/** What names of folders are compared by: no two of a member's are the same. */
export const foldedFolderName = (name: string): string => fold(name).replace(/\s+/g, ' ');

export const FolderName = requiredName(
  favoriteLimits.name,
  'Give the folder a name.',
  `At most ${favoriteLimits.name} characters.`,
);

const FolderContent = v.object({
  name: FolderName,
  /** The folder must be there: one that was deleted does not come back by another name. */
  isRename: v.optional(v.boolean()),
});
/** Things in the order in which they are to stand. */
const orderOf = (most: number, tooMany: string) =>
  v.object({ order: atMost(v.array(Id, 'Send a list of ids.'), most, tooMany) });
const FolderOrder = orderOf(favoriteLimits.folders, 'That is more than there can be folders.');
const BikeOrder = orderOf(favoriteLimits.bikesPerFolder, 'That is more than a folder holds.');

/** A folder as its member sees it in the list of all. */
export const FavoriteFolder = v.object({
  id: Id,
  name: v.string(),
  /** How many of its bikes can be seen. */
  count: v.number(),
  /** The photos of the first of them. */
  covers: v.array(Photo),
  /** Under which id everybody can see it; null while it is its member's alone. */
  shareId: v.nullable(v.string()),
});
export type FavoriteFolder = v.InferOutput<typeof FavoriteFolder>;

/** Where a member has put a bike, and how many members have it among their favorites. */
export const FavoriteState = v.object({ favoritedFolderIds: v.array(Id), favorites: v.number() });
export type FavoriteState = v.InferOutput<typeof FavoriteState>;

/** A folder that its member shares, in the list of all of these. */
export const SharedCovers = v.object({
  ...v.omit(FavoriteFolder, ['id', 'shareId']).entries,
  shareId: v.string(),
});
export type SharedCovers = v.InferOutput<typeof SharedCovers>;

const KeepBikes = v.object({
  /** What is in no other folder goes to the one that everybody has; else it is among the favorites no more. */
  keepBikes: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'Say true or false.'),
      v.transform((it) => it === 'true'),
    ),
    'true',
  ),
});

const SharedFolder = v.object({ name: v.string(), owner: Person, ...pageOf(BikeCard).entries });
export type SharedFolder = v.InferOutput<typeof SharedFolder>;

/** The member's folders, in their order. The first that everybody has is among them. */
export const listFolders = endpoint('GET', '/user/favorites', { reply: v.array(FavoriteFolder), private: true });
/** Puts the member's folders in an order; those that are not named come behind. */
export const orderFolders = endpoint('PUT', '/user/favorites', { body: FolderOrder, reply: v.null(), private: true });
/** Makes a folder, or gives it another name. */
export const putFolder = endpoint('PUT', '/user/favorites/:folderId', {
  body: FolderContent,
  reply: v.null(),
  private: true,
});
export const deleteFolder = endpoint('DELETE', '/user/favorites/:folderId', {
  query: KeepBikes,
  reply: v.null(),
  private: true,
});
/** The bikes of a folder that can be seen, in their order: what was added last first, until its member sorts them. */
export const folderBikes = endpoint('GET', '/user/favorites/:folderId/bikes', {
  query: PageQuery,
  reply: pageOf(BikeCard),
  private: true,
});
/** Puts a folder's bikes in an order; those that are not named come behind. */
export const orderBikes = endpoint('PUT', '/user/favorites/:folderId/bikes', {
  body: BikeOrder,
  reply: v.null(),
  private: true,
});
export const addFavorite = endpoint('PUT', '/user/favorites/:folderId/bikes/:bikeId', {
  reply: FavoriteState,
  private: true,
});
export const removeFavorite = endpoint('DELETE', '/user/favorites/:folderId/bikes/:bikeId', {
  reply: FavoriteState,
  private: true,
});
/** Lets everybody see a folder who has its link. Asked again, the link stays. */
export const shareFolder = endpoint('PUT', '/user/favorites/:folderId/share', {
  reply: v.object({ shareId: v.string() }),
  private: true,
});
/** Ends a folder's link: another sharing makes another one. */
export const unshareFolder = endpoint('DELETE', '/user/favorites/:folderId/share', { reply: v.null(), private: true });
/** A folder that its member shares: for whoever has the link. */
export const sharedFolder = endpoint('GET', '/favorites/:shareId', { query: PageQuery, reply: SharedFolder });
