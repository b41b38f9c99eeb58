import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  addFavorite,
  deleteFolder,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  orderBikes,
  orderFolders,
  putFolder,
  removeFavorite,
  shareFolder,
  unshareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import type { FolderService } from './favorites.folders.ts';
import type { FavoriteLists } from './favorites.lists.ts';
import type { FavoriteService } from './favorites.service.ts';
import type { FolderWords } from './favorites.words.ts';

interface Deps {
  service: FavoriteService;
  folders: FolderService;
  lists: FavoriteLists;
  words: FolderWords;
}

export const favoriteRoutes = ({ service, folders, lists, words }: Deps, { signedIn, limit, cached }: Guards) => {
  const pace = limit({ name: 'favorites', points: 1000, seconds: 3600, by: 'user' });
  const folderPace = limit({ name: 'folders', points: 600, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .get(listFolders.path, describe(listFolders, "The member's folders"), signedIn, async (c) =>
      c.json(ok(await lists.folders(c.var.user))),
    )
    .put(
      orderFolders.path,
      describe(orderFolders, "Reorder the member's folders"),
      signedIn,
      folderPace,
      bodyOf(orderFolders),
      async (c) => {
        await folders.order(c.var.user, c.req.valid('json').order);
        return c.json(ok(null));
      },
    )
    .put(
      putFolder.path,
      describe(putFolder, 'Create or rename a folder'),
      signedIn,
      folderPace,
      bodyOf(putFolder),
      async (c) => {
        const { name, isRename } = c.req.valid('json');
        await folders.put(c.var.writer, idParam(c, 'folderId'), name, isRename);
        return c.json(ok(null));
      },
    )
    .delete(
      deleteFolder.path,
      describe(deleteFolder, 'Delete a folder'),
      signedIn,
      folderPace,
      queryOf(deleteFolder),
      async (c) => {
        await folders.remove(c.var.user, idParam(c, 'folderId'), c.req.valid('query').keepBikes);
        return c.json(ok(null));
      },
    )
    .get(
      listFolderBikes.path,
      describe(listFolderBikes, 'The bikes of a folder'),
      signedIn,
      queryOf(listFolderBikes),
      async (c) => c.json(ok(await lists.bikesIn(c.var.user, idParam(c, 'folderId'), c.req.valid('query')))),
    )
    .put(
      orderBikes.path,
      describe(orderBikes, 'Reorder the bikes in a folder'),
      signedIn,
      folderPace,
      bodyOf(orderBikes),
      async (c) => {
        await folders.orderBikes(c.var.user, idParam(c, 'folderId'), c.req.valid('json').order);
        return c.json(ok(null));
      },
    )
    .put(addFavorite.path, describe(addFavorite, 'Add a bike to a folder'), signedIn, pace, async (c) =>
      c.json(ok(await service.add(c.var.user, idParam(c, 'folderId'), idParam(c, 'bikeId')))),
    )
    .delete(removeFavorite.path, describe(removeFavorite, 'Remove a bike from a folder'), signedIn, pace, async (c) =>
      c.json(ok(await service.remove(c.var.user, idParam(c, 'folderId'), idParam(c, 'bikeId')))),
    )
    .put(
      writeFolderText.path,
      describe(writeFolderText, 'Write what a folder is about'),
      signedIn,
      folderPace,
      bodyOf(writeFolderText),
      async (c) => {
        await words.describe(c.var.writer, idParam(c, 'folderId'), c.req.valid('json').text);
        return c.json(ok(null));
      },
    )
    .put(
      writeBikeNote.path,
      describe(writeBikeNote, 'Write a note on a bike of a folder'),
      signedIn,
      folderPace,
      bodyOf(writeBikeNote),
      async (c) => {
        await words.note(c.var.writer, idParam(c, 'folderId'), idParam(c, 'bikeId'), c.req.valid('json').note);
        return c.json(ok(null));
      },
    )
    .put(
      shareFolder.path,
      describe(shareFolder, 'Share a folder by a link'),
      signedIn,
      folderPace,
      queryOf(shareFolder),
      async (c) => c.json(ok(await folders.share(c.var.writer, idParam(c, 'folderId'), c.req.valid('query').listed))),
    )
    .delete(unshareFolder.path, describe(unshareFolder, 'Stop sharing a folder'), signedIn, folderPace, async (c) => {
      await folders.unshare(c.var.user, idParam(c, 'folderId'));
      return c.json(ok(null));
    })
    .get(
      getSharedFolder.path,
      describe(getSharedFolder, 'A shared folder'),
      queryOf(getSharedFolder),
      cached,
      async (c) => c.json(ok(await lists.shared(c.req.param('shareId') ?? '', c.req.valid('query')))),
    );
};
