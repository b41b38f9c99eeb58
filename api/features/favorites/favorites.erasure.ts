import { type Eraser, emptied } from '#api/platform/erasers.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { FavoriteService } from './favorites.service.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
  service: FavoriteService;
}

/** Erases a member's favorites one by one, so that each bike updates its count, and then the folders. */
export const favoriteEraser = ({ favorites, folders, service }: Deps): Eraser => ({
  async erase(member, stopping) {
    await emptied(
      () => favorites.someOf(member.id),
      ({ bikeId, folderIds }) => service.withdraw(member, bikeId, folderIds),
      stopping,
    );
    if (!stopping.aborted) await folders.eraseOf(member.id);
  },
});
