import { type CountedExporter, listExporter } from '#api/platform/exporters.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { KeeperStore } from './favorites.keepers.store.ts';
import { arranged } from './favorites.lists.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
  keepers: KeeperStore;
}

/** Exports a member's folders with their bikes. */
export const favoriteExporter = ({ favorites, folders, keepers }: Deps): CountedExporter =>
  listExporter('favorites.json', {
    count: (userId) => favorites.count(userId),
    async *allOf(userId) {
      const [{ folders: list }, placed, details, kept] = await Promise.all([
        folders.of(userId),
        favorites.placed(userId),
        folders.detailsOf(userId),
        keepers.keepersOf(userId),
      ]);
      for (const { id, name, shareId } of list) {
        const here = placed.get(id) ?? [];
        const { order = [], text = '', judged } = details.get(id) ?? {};
        const byId = new Map(here.map((one) => [one.bikeId, one]));
        const bikes = arranged(here, order).map((bikeId) => {
          const { at, note = '', by = null } = byId.get(bikeId) ?? {};
          return { bikeId, addedAt: at?.toISOString(), note, ...(by && { addedBy: by }) };
        });
        const removed = judged?.removed && {
          name: judged.removed.name,
          text: judged.removed.text,
          notes: judged.removed.notes,
        };
        const keptBy = kept.filter((one) => one.folderId === id);
        const keepersOf = keptBy.map(({ userId: member, state, at }) => ({ member, state, since: at.toISOString() }));
        yield {
          ...{ folder: name, shared: shareId !== undefined, text, keepers: keepersOf, bikes },
          ...(removed && { removed }),
        };
      }
    },
  });
