import type { Now } from '#api/platform/clock.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { favoriteLimits } from '#contract/favorites.ts';
import { fold } from '#contract/fold.ts';
import type { Id } from '#contract/ids.ts';
import { type ListCard, listSearchLimits } from '#contract/lists.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import type { FolderStore, Listed } from './favorites.folders.store.ts';
import { arranged } from './favorites.lists.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  folders: FolderStore;
  favorites: FavoriteStore;
  /** Covers of those bikes that are public. */
  coversOf(bikeIds: Id[]): Promise<Map<Id, Photo | null>>;
  /** The members who have not left or been banned. */
  peopleHere(ids: string[]): Promise<Person[]>;
  now: Now;
}

const pageSize = 12;
/** Different words by which a list is found: a name and a text of 2,000 characters have fewer. */
const maxWords = 400;
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Lists: folders that their members show on the pages of their bikes and in search. */
export class Listings {
  readonly #deps: Deps;
  readonly #mutex = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Brings what a folder is found by up to date, after each change of the folder. Idempotent. */
  refresh(userId: Id, folderId: Id): Promise<void> {
    return this.#mutex.run(folderId, async () => {
      const { folders, favorites, now } = this.#deps;
      const folder = (await folders.of(userId)).folders.find(({ id }) => id === folderId);
      if (!folder?.shareId || !folder.isListed) return folders.setListing(userId, folderId, null);
      const [placed, { order, text, listedAt }] = await Promise.all([
        favorites.placedIn(userId, folderId),
        folders.details(userId, folderId),
      ]);
      const bikeIds = arranged(placed, order);
      return folders.setListing(userId, folderId, {
        shareId: folder.shareId,
        at: listedAt ?? now(),
        bikeIds,
        first: bikeIds.slice(0, favoriteLimits.covers),
        words: [...new Set(wordsOf(`${folder.name} ${text}`))].slice(0, maxWords),
      });
    });
  }

  /** Lists that hold a bike, latest first. */
  async on(bikeId: Id, { cursor, limit = pageSize }: PageQuery): Promise<Page<ListCard>> {
    return this.#cards(await this.#deps.folders.listedOn(bikeId, limit, cursor));
  }

  /** Lists with every one of the words, latest first. */
  async search(keywords: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<ListCard>> {
    const words = wordsOf(keywords).slice(0, listSearchLimits.words);
    if (words.length === 0) return { items: [], next: null };
    return this.#cards(await this.#deps.folders.listedWith(words, limit, cursor));
  }

  /** Leaves out what is no longer listed, and lists of members who are not here. */
  async #cards({ items, next }: Page<Listed>): Promise<Page<ListCard>> {
    const { folders, coversOf, peopleHere } = this.#deps;
    const userIds = [...new Set(items.map(({ userId }) => userId))];
    const [shared, people, covers] = await Promise.all([
      folders.sharedBy(userIds),
      peopleHere(userIds),
      coversOf([...new Set(items.flatMap(({ first }) => first))]),
    ]);
    const byId = new Map(people.map((person) => [person.id, person]));
    const cards = items.flatMap(({ userId, shareId, first, count }) => {
      const folder = shared.find((one) => one.shareId === shareId && one.isListed);
      const owner = byId.get(userId);
      if (!folder || !owner) return [];
      return [{ name: folder.name, count, covers: first.flatMap((id) => covers.get(id) ?? []), shareId, owner }];
    });
    return { items: cards, next };
  }
}
