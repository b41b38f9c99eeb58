import type { BikeCard } from '#contract/bikes.ts';
import {
  type FavoriteFolder,
  type FolderBike,
  favoriteLimits,
  type SharedCovers,
  type SharedFolder,
} from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { folderIn } from './favorites.folder-list.ts';
import type { FolderDetails, FolderStore } from './favorites.folders.store.ts';
import type { FavoriteStore, Placed } from './favorites.store.ts';

interface Deps {
  folders: FolderStore;
  favorites: FavoriteStore;
  /** Covers of those bikes that are public. */
  coversOf(bikeIds: Id[]): Promise<Map<Id, Photo | null>>;
  /** Cards of those bikes that are public. */
  cardsOf(bikeIds: Id[]): Promise<Map<Id, BikeCard>>;
  /** Number of likes of a shared folder. */
  likesOf(shareId: string): Promise<number>;
  /** A member; null if they have left or were banned. */
  memberHere(id: Id): Promise<Person | null>;
  /** Members who keep a shared folder with its owner, and are here. */
  keepersOn(shareId: string): Promise<Person[]>;
  peopleHere(ids: Id[]): Promise<Person[]>;
}

/**
 * Sort key of a bike: its manual position (-1 if it has none), then the time it was added, newest first, then its id.
 */
type SortPosition = [byHand: number, at: number, bikeId: Id];

const compare = (a: SortPosition, b: SortPosition): number => a[0] - b[0] || b[1] - a[1] || (a[2] < b[2] ? 1 : -1);

function positionsOf(placed: readonly Pick<Placed, 'bikeId' | 'at'>[], order: readonly Id[]): SortPosition[] {
  const byHand = new Map(order.map((id, position) => [id, position]));
  return placed.map(({ bikeId, at }): SortPosition => [byHand.get(bikeId) ?? -1, at.getTime(), bikeId]).sort(compare);
}

/** The bikes of a folder in order: first those without a manual position, newest first, then the others. */
export const arranged = (placed: readonly Pick<Placed, 'bikeId' | 'at'>[], order: readonly Id[]): Id[] =>
  positionsOf(placed, order).map(([, , bikeId]) => bikeId);

const cursorForm = /^(-?\d{1,4})_(\d{1,16})_(.{36})$/;
const cursorOf = (position: SortPosition): string => position.join('_');

/** The positions after the cursor, even if its bike is no longer there. */
function behind(positions: SortPosition[], cursor = ''): SortPosition[] {
  const [, byHand, at, id] = cursorForm.exec(cursor) ?? [];
  if (id === undefined) return positions;
  const last: SortPosition = [Number(byHand), Number(at), id];
  return positions.filter((position) => position[2] !== id && compare(position, last) > 0);
}

/** Lists folders. Bikes that are not public are left out, but keep their positions. */
export class FavoriteLists {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A member's folders, each with its number of visible bikes and the first covers. */
  async folders({ id: userId }: Pick<Person, 'id'>): Promise<FavoriteFolder[]> {
    const { folders, favorites, coversOf } = this.#deps;
    const [list, placed, details] = await Promise.all([
      folders.of(userId),
      favorites.placed(userId),
      folders.detailsOf(userId),
    ]);
    const covers = await coversOf([...new Set([...placed.values()].flat().map(({ bikeId }) => bikeId))]);
    return list.folders.map(({ id, name, shareId = null, isListed = false }) => {
      const here = (placed.get(id) ?? []).filter(({ bikeId }) => covers.has(bikeId));
      const { order = [], text = '' } = details.get(id) ?? {};
      const shown = arranged(here, order).flatMap((bikeId) => covers.get(bikeId) ?? []);
      return {
        id,
        name,
        count: here.length,
        covers: shown.slice(0, favoriteLimits.covers),
        shareId,
        listed: isListed,
        text,
        notes: here.filter(({ note }) => note).length,
      };
    });
  }

  /** The number of visible bikes and the first covers of some members' folders, as `userId:folderId`. */
  async coversOf(
    folders: readonly { userId: Id; folderId: Id }[],
  ): Promise<Map<string, Pick<SharedCovers, 'count' | 'covers'>>> {
    const all = await Promise.all(
      folders.map(async ({ userId, folderId }) => {
        const [placed, { order }] = await Promise.all([
          this.#deps.favorites.placedIn(userId, folderId),
          this.#deps.folders.details(userId, folderId),
        ]);
        return { key: `${userId}:${folderId}`, bikeIds: arranged(placed, order) };
      }),
    );
    const covers = await this.#deps.coversOf([...new Set(all.flatMap(({ bikeIds }) => bikeIds))]);
    return new Map(
      all.map(({ key, bikeIds }) => {
        const shown = bikeIds.filter((id) => covers.has(id));
        const first = shown.flatMap((id) => covers.get(id) ?? []).slice(0, favoriteLimits.covers);
        return [key, { count: shown.length, covers: first }];
      }),
    );
  }

  /** The folders that a member shares, without private fields. Takes one query if none is shared. */
  async sharedBy(member: Pick<Person, 'id'>): Promise<SharedCovers[]> {
    const { folders } = await this.#deps.folders.of(member.id);
    if (!folders.some(({ shareId }) => shareId)) return [];
    return (await this.folders(member)).flatMap(({ name, count, covers, shareId }) =>
      shareId ? [{ name, count, covers, shareId }] : [],
    );
  }

  /** The bikes of a member's folder. A page has fewer items if bikes are not visible. @throws not_found */
  async bikesIn({ id: userId }: Pick<Person, 'id'>, folderId: Id, query: PageQuery): Promise<Page<FolderBike>> {
    folderIn(await this.#deps.folders.of(userId), folderId);
    return this.#pageOf(userId, folderId, await this.#deps.folders.details(userId, folderId), query);
  }

  /** A shared folder. @throws not_found */
  async shared(shareId: string, query: PageQuery): Promise<SharedFolder> {
    const { folders, memberHere, likesOf } = this.#deps;
    const found = await folders.sharedAs(shareId);
    const owner = found && (await memberHere(found.userId));
    if (!found && (await folders.isHandedOver(shareId)))
      throw new Problem('unavailable', { details: { retryAfter: 1 } });
    if (!found || !owner) throw new Problem('not_found');
    const { userId, folder } = found;
    const [details, likes, keepers] = await Promise.all([
      folders.details(userId, folder.id),
      likesOf(shareId),
      this.#deps.keepersOn(shareId),
    ]);
    const bikes = await this.#pageOf(userId, folder.id, details, query);
    return { name: folder.name, owner, text: details.text, likes, keepers, ...bikes };
  }

  async #pageOf(
    userId: Id,
    folderId: Id,
    { order }: FolderDetails,
    { cursor, limit = pageSize }: PageQuery,
  ): Promise<Page<FolderBike>> {
    const { favorites, cardsOf, peopleHere } = this.#deps;
    const placed = await favorites.placedIn(userId, folderId);
    const placements = new Map(placed.map((one) => [one.bikeId, one]));
    const rest = behind(positionsOf(placed, order), cursor);
    const wanted = rest.slice(0, limit);
    const cards = await cardsOf(wanted.map(([, , id]) => id));
    const adders = [...new Set(wanted.flatMap(([, , id]) => placements.get(id)?.by ?? []))];
    const people = new Map((adders.length > 0 ? await peopleHere(adders) : []).map((one) => [one.id, one]));
    const last = wanted.at(-1);
    return {
      items: wanted.flatMap(([, , id]) => {
        const card = cards.get(id);
        const { note, by } = placements.get(id) ?? {};
        const addedBy = by && people.get(by);
        return card ? [{ ...card, ...(note && { note }), ...(addedBy && { addedBy }) }] : [];
      }),
      next: last && rest.length > limit ? cursorOf(last) : null,
    };
  }
}
