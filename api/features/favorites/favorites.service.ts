import type { CountingBike } from '#api/features/bikes/bikes.count-changes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import { type FavoriteState, favoriteLimits } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { may, permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import { folderIn } from './favorites.folder-list.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { Listings } from './favorites.listings.ts';
import type { FavoriteStore, Outcome } from './favorites.store.ts';

interface Deps {
  favorites: FavoriteStore;
  folders: FolderStore;
  listings: Listings;
  /** A bike with its counters, read before a member's favorites of it change; null if there is none. */
  bikeOf(bikeId: string, memberId?: string): Promise<CountingBike | null>;
  now: Now;
}

type Member = Pick<Person, 'id'>;

const maxTries = 5;

/** Puts bikes into folders and removes them. All calls set a state, so they are idempotent. */
export class FavoriteService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Puts a bike into a folder.
   * @param by the keeper who adds it for the folder's owner
   * @throws not_found, gone, favorite.own, block.between, favorite.too_many, folder.full, unavailable
   */
  async add(user: Member, folderId: Id, bikeId: Id, by?: Id): Promise<FavoriteState> {
    const { favorites, folders, bikeOf, now } = this.#deps;
    const bike = permitted('bike.favorite', user, await bikeOf(bikeId, user.id));
    folderIn(await folders.of(user.id), folderId);
    await this.#checkRoom(user, folderId, bikeId);
    const total = await this.#set(bike, () => favorites.add(bikeId, user.id, folderId, now(), { by }));
    // The folder may have been deleted meanwhile: nobody would find the bike in it.
    if (!(await this.#isThere(user, folderId))) {
      await this.#set(bike, () => favorites.remove(bikeId, user.id, folderId));
      throw new Problem('not_found');
    }
    await this.#deps.listings.refresh(user.id, folderId);
    return this.#stateOf(user, bikeId, total);
  }

  /** Removes a bike from a folder, even if it is no longer visible. @throws not_found, unavailable */
  async remove(user: Member, folderId: Id, bikeId: Id): Promise<FavoriteState> {
    const bike = permitted('bike.unfavorite', user, await this.#deps.bikeOf(bikeId));
    const total = await this.#set(bike, () => this.#deps.favorites.remove(bikeId, user.id, folderId));
    await this.#deps.listings.refresh(user.id, folderId);
    return this.#stateOf(user, bikeId, total);
  }

  /**
   * Moves a bike with its note to the same folder of another member. Idempotent.
   * @returns whether it is left out instead: it is their own, or they and its owner blocked each other
   * @throws unavailable
   */
  async handOver(user: Member, bikeId: Id, folderId: Id, to: Member): Promise<boolean> {
    const { favorites, bikeOf } = this.#deps;
    const [bike, placed] = await Promise.all([bikeOf(bikeId, to.id), favorites.placementOf(bikeId, user.id, folderId)]);
    if (!bike) {
      await favorites.erase(bikeId, user.id);
      return false;
    }
    const isLeftOut = !may('bike.favorite', to, { ...bike, status: 'Active' });
    if (placed && !isLeftOut) {
      const { at, note, by = user.id } = placed;
      const kept = { note, by: by === to.id ? undefined : by };
      await this.#set(bike, () => favorites.add(bikeId, to.id, folderId, at, kept));
    }
    await this.#set(bike, () => favorites.remove(bikeId, user.id, folderId));
    return isLeftOut;
  }

  /** Moves a bike to another folder, or only removes it. @throws unavailable */
  async move(user: Member, bikeId: Id, from: Id, to: Id | null): Promise<void> {
    const { favorites, bikeOf, now } = this.#deps;
    const bike = await bikeOf(bikeId);
    if (!bike) return favorites.erase(bikeId, user.id);
    // In one write, so that it stays a favorite throughout, and a late call does not bring it back.
    if (to) await favorites.move(bikeId, user.id, from, to, now());
    await this.#set(bike, () => favorites.remove(bikeId, user.id, from));
    if (to) await this.#deps.listings.refresh(user.id, to);
  }

  /** Removes a favorite of an erased member. @throws unavailable */
  async withdraw(user: Member, bikeId: Id, folderIds: readonly Id[]): Promise<void> {
    const { favorites, bikeOf } = this.#deps;
    const bike = await bikeOf(bikeId);
    if (!bike) return favorites.erase(bikeId, user.id);
    for (const folderId of folderIds) await this.#set(bike, () => favorites.remove(bikeId, user.id, folderId));
    // It was being removed already and only has to be counted.
    if (folderIds.length === 0) await bike.settle();
  }

  /** The folders of a member that contain a bike. */
  async foldersOf(user: Member, bikeId: Id): Promise<Id[]> {
    const { favorites, folders } = this.#deps;
    const ids = await favorites.foldersOf(bikeId, user.id);
    if (ids.length === 0) return [];
    const { folders: there } = await folders.of(user.id);
    return there.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
  }

  async #isThere(user: Member, folderId: Id): Promise<boolean> {
    return (await this.#deps.folders.of(user.id)).folders.some(({ id }) => id === folderId);
  }

  async #checkRoom(user: Member, folderId: Id, bikeId: Id): Promise<void> {
    const { favorites } = this.#deps;
    const ids = await favorites.foldersOf(bikeId, user.id);
    if (ids.includes(folderId)) return;
    if ((await favorites.countIn(user.id, folderId)) >= favoriteLimits.bikesPerFolder) throw new Problem('folder.full');
    if (ids.length === 0 && (await favorites.count(user.id)) >= favoriteLimits.bikes)
      throw new Problem('favorite.too_many');
  }

  async #stateOf(user: Member, bikeId: Id, favorites: number): Promise<FavoriteState> {
    return { favoritedFolderIds: await this.foldersOf(user, bikeId), favorites };
  }

  /** Makes a change and has the bike count it. Returns the bike's new total. */
  async #set(bike: CountingBike, change: () => Promise<Outcome>): Promise<number> {
    for (let i = 0; i < maxTries; i++) {
      const { done, changed, open } = await change();
      if (changed) return bike.count(changed);
      // One change at a time: first finish what an earlier call of this member began.
      const total = open ? await bike.settle() : bike.total;
      if (done) return total;
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }
}
