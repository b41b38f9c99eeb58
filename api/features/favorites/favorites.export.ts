import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import { arranged } from './favorites.lists.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
}

/** Exports a member's folders with their bikes. */
export class FavoriteExport implements Exporter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#deps.favorites.count(id);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'favorites.json', content: jsonList(this.#folders(id)) };
  }

  async *#folders(userId: string): AsyncIterable<unknown> {
    const { favorites, folders } = this.#deps;
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
  }
}
