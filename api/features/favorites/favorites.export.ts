import { type CountedExporter, listExporter } from '#api/platform/exporters.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import { arranged } from './favorites.lists.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
}

/** Exports a member's folders with their bikes. */
export const favoriteExporter = ({ favorites, folders }: Deps): CountedExporter =>
  listExporter('favorites.json', {
    count: (userId) => favorites.count(userId),
    async *allOf(userId) {
      const [{ folders: list }, placed, orders] = await Promise.all([
        folders.of(userId),
        favorites.placed(userId),
        folders.ordersOf(userId),
      ]);
      for (const { id, name, shareId } of list) {
        const here = placed.get(id) ?? [];
        const since = new Map(here.map(({ bikeId, at }) => [bikeId, at.toISOString()]));
        const bikes = arranged(here, orders.get(id) ?? []).map((bikeId) => ({ bikeId, addedAt: since.get(bikeId) }));
        yield { folder: name, shared: shareId !== undefined, bikes };
      }
    },
  });
