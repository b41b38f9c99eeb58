import {
  defaultFolderName,
  defaultFolderOf,
  favoriteLimits,
  foldedFolderName,
  isDefaultFolder,
} from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';

/** A stored folder. Anyone who knows `shareId` can see it; `isListed`: and finds it by its bikes and in search. */
export type Folder = { id: Id; name: string; shareId?: string; isListed?: boolean };
/**
 * A deleted folder whose bikes are still being moved out, or one that is handed over. `to`: the member who takes it over
 * as this folder.
 */
export type Leaving = { id: Id; keepBikes: boolean; to?: { userId: Id; folder: Folder } };
/** A member's folders in order, and the deleted ones that are not empty yet. */
export type FolderList = { folders: Folder[]; leaving: Leaving[] };

const taken = () => new FieldsRefused({ name: [t`You have a folder with this name.`] });

/** All folders of a member. Adds the default folder, which is only stored once the list is changed. */
export function withDefault({ folders, leaving }: FolderList, userId: Id): FolderList {
  const first = { id: defaultFolderOf(userId), name: defaultFolderName };
  return { folders: folders.some(({ id }) => isDefaultFolder(id, userId)) ? folders : [first, ...folders], leaving };
}

/** @throws not_found */
export function folderIn({ folders }: FolderList, folderId: Id): Folder {
  const folder = folders.find(({ id }) => id === folderId);
  if (!folder) throw new Problem('not_found');
  return folder;
}

const changed = (list: FolderList, folder: Folder): FolderList => ({
  ...list,
  folders: list.folders.map((one) => (one.id === folder.id ? folder : one)),
});

/** Adds a folder or renames an existing one. @throws FieldsRefused, folder.default, folder.too_many, unavailable */
export function withFolder(list: FolderList, userId: Id, id: Id, name: string): FolderList {
  const known = list.folders.find((folder) => folder.id === id);
  if (known?.name === name) return list;
  if (isDefaultFolder(id, userId)) throw new Problem('folder.default');
  if (list.leaving.some((folder) => folder.id === id)) throw new Problem('unavailable', { details: { retryAfter: 1 } });
  const folded = foldedFolderName(name);
  if (list.folders.some((folder) => folder.id !== id && foldedFolderName(folder.name) === folded)) throw taken();
  if (known) return changed(list, { ...known, name });
  if (list.folders.length >= favoriteLimits.folders) throw new Problem('folder.too_many');
  return { ...list, folders: [...list.folders, { id, name }] };
}

/** Marks a folder as deleted. Deleting it again changes nothing. @throws folder.default, not_found */
export function withoutFolder(list: FolderList, userId: Id, leaving: Leaving): FolderList {
  if (isDefaultFolder(leaving.id, userId)) throw new Problem('folder.default');
  if (list.leaving.some(({ id }) => id === leaving.id)) return list;
  folderIn(list, leaving.id);
  return {
    folders: list.folders.filter(({ id }) => id !== leaving.id),
    leaving: [...list.leaving, leaving],
  };
}

/** Takes a shared folder out of a list, to hand it over. @throws not_found */
export function withoutHandedOver(list: FolderList, shareId: string, to: Id): FolderList {
  const folder = list.folders.find((one) => one.shareId === shareId);
  if (!folder) throw new Problem('not_found');
  return {
    folders: list.folders.filter((one) => one !== folder),
    leaving: [...list.leaving, { id: folder.id, keepBikes: false, to: { userId: to, folder } }],
  };
}

/** The folder with its name, followed by a number if another folder has that name. */
function withFreeName({ folders }: FolderList, folder: Folder): Folder {
  const others = folders.filter(({ id }) => id !== folder.id);
  const names = new Set(others.map(({ name }) => foldedFolderName(name)));
  let { name } = folder;
  for (let n = 2; names.has(foldedFolderName(name)); n++)
    name = `${folder.name.slice(0, favoriteLimits.name - 4)} ${n}`;
  return { ...folder, name };
}

/** Adds a folder that another member has handed over, once. */
export function withTakenOver(list: FolderList, folder: Folder): FolderList {
  if ([...list.folders, ...list.leaving].some(({ id }) => id === folder.id)) return list;
  return { ...list, folders: [...list.folders, withFreeName(list, folder)] };
}

/** Removes a deleted folder that is empty now. */
export const withoutLeaving = (list: FolderList, folderId: Id): FolderList => ({
  ...list,
  leaving: list.leaving.filter(({ id }) => id !== folderId),
});

/** Sorts by `order`; unlisted items keep their order, at the end. */
export function inOrder<T>(things: readonly T[], idOf: (thing: T) => Id, order: readonly Id[]): T[] {
  const positions = new Map([...new Set(order)].map((id, position) => [id, position]));
  const positionOf = (thing: T) => positions.get(idOf(thing)) ?? positions.size;
  return things.toSorted((a, b) => positionOf(a) - positionOf(b));
}

export const ordered = (list: FolderList, order: readonly Id[]): FolderList => ({
  ...list,
  folders: inOrder(list.folders, ({ id }) => id, order),
});

/**
 * Shares a folder, under this id unless it is shared already.
 * @param isListed undefined leaves it as it is
 * @throws not_found
 */
export function withShare(list: FolderList, folderId: Id, shareId: string, isListed?: boolean): FolderList {
  const folder = folderIn(list, folderId);
  const next = { ...folder, shareId: folder.shareId ?? shareId, isListed: isListed ?? folder.isListed ?? false };
  return folder.shareId && next.isListed === (folder.isListed ?? false) ? list : changed(list, next);
}

/**
 * Renames a shared folder and hides it from the pages of its bikes and from search, or shows it there again. Changes no
 * private one.
 */
export function withModerated(list: FolderList, folderId: Id, name: string, isListed: boolean): FolderList {
  const folder = list.folders.find(({ id }) => id === folderId);
  return folder?.shareId ? changed(list, withFreeName(list, { ...folder, name, isListed })) : list;
}

/** Ends the sharing of a folder. @throws not_found */
export function withoutShare(list: FolderList, folderId: Id): FolderList {
  const { shareId, isListed: _, ...folder } = folderIn(list, folderId);
  return shareId ? changed(list, folder) : list;
}
