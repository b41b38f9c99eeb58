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
      const [{ folders: list }, placed, details] = await Promise.all([
        folders.of(userId),
        favorites.placed(userId),
        folders.detailsOf(userId),
      ]);
      for (const { id, name, shareId } of list) {
        const here = placed.get(id) ?? [];
        const { order = [], text = '', judged } = details.get(id) ?? {};
        const byId = new Map(here.map((one) => [one.bikeId, one]));
        const bikes = arranged(here, order).map((bikeId) => {
          const { at, note = '' } = byId.get(bikeId) ?? {};
          return { bikeId, addedAt: at?.toISOString(), note };
        });
        const removed = judged?.removed && { text: judged.removed.text, notes: judged.removed.notes };
        yield { folder: name, shared: shareId !== undefined, text, bikes, ...(removed && { removed }) };
      }
    },
  });
