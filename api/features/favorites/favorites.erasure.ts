import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { FolderService } from './favorites.folders.ts';
import type { KeeperStore } from './favorites.keepers.store.ts';
import type { KeeperService } from './favorites.keepers.ts';
import type { ListLikeStore } from './favorites.list-likes.store.ts';
import type { ListLikeService } from './favorites.list-likes.ts';
import type { FavoriteService } from './favorites.service.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
  folderService: FolderService;
  service: FavoriteService;
  likes: ListLikeStore;
}

/** Erases a member's favorites one by one, so that each bike updates its count, and then the folders with their likes. */
export const favoriteEraser = ({ favorites, folders, folderService, service, likes }: Deps): Eraser => ({
  async erase(member, stopping) {
    // A folder that has been handed over is another member's.
    await folderService.finishHandOvers(member.id, stopping);
    await emptied(
      () => favorites.someOf(member.id),
      ({ bikeId, folderIds }) => service.withdraw(member, bikeId, folderIds),
      stopping,
    );
    for (const { shareId } of await folders.sharedBy([member.id])) if (shareId) await likes.eraseOn(shareId);
    if (!stopping.aborted) await folders.eraseOf(member.id);
  },
});

interface KeeperDeps extends Pick<Deps, 'favorites' | 'folders'> {
  keepers: KeeperStore;
  keeperService: KeeperService;
}

/** Ends a member's keeping of others' folders, and that of the member's. What they added stays, without their name. */
export const keeperEraser = ({ favorites, folders, keepers, keeperService }: KeeperDeps): Eraser => ({
  async erase({ id }, stopping) {
    await emptied(
      () => keepers.someAround(id),
      (row) => keeperService.end(row),
      stopping,
    );
    await favorites.forgetAdder(id);
    await folders.forgetInvited(id);
  },
});

/** Erases a member's likes of shared folders. */
export const listLikeEraser = (likes: ListLikeStore, service: ListLikeService): Eraser => ({
  erase: ({ id }, stopping) =>
    emptied(
      () => likes.someOf(id),
      ({ shareId }) => service.withdraw(id, shareId),
      stopping,
    ),
});
