import type { Collection, Db } from 'mongodb';
import { type Changed, newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import { type BikeReactionRow, changedReaction, reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { Id } from '#contract/ids.ts';

/** `note`: what was written about the bike in this folder; `by`: the keeper who added it, if its owner did not. */
type Placement = { id: Id; at: Date; note?: string; by?: Id };

/** A bike in a member's favorites: in which folders, and since when. */
export type FavoriteRow = BikeReactionRow & { folders: Placement[] };

/** A bike in a folder. */
export type Placed = { bikeId: Id; at: Date; note: string; by: Id | null };

/**
 * Result of a change. `changed`: a change for the bike to count; `open`: whether there is an earlier change that it has
 * not counted. `done` is false while that one blocks this change.
 */
export type Outcome = { done: boolean; changed: Changed | null; open: boolean };

const batchSize = 100;
const busy: Outcome = { done: false, changed: null, open: true };
const doneWith = (row: FavoriteRow | null): Outcome => ({ done: true, changed: null, open: row?.change !== undefined });

/** Stores favorites. One document holds all folders of a member that contain a bike. */
export class FavoriteStore {
  readonly placement = { favorites: byId };
  readonly #favorites: Collection<FavoriteRow>;

  constructor(db: Db) {
    this.#favorites = db.collection('favorites');
  }

  async createIndexes(): Promise<void> {
    await this.#favorites.createIndexes([
      { key: { userId: 1, at: -1 } },
      { key: { userId: 1, 'folders.id': 1 } },
      { key: { 'folders.by': 1 }, sparse: true },
      { key: { bikeId: 1, at: 1 } },
    ]);
  }

  /** Puts a bike into a folder. The bike has to count it if it was in no folder. */
  async add(
    bikeId: Id,
    userId: Id,
    folderId: Id,
    at: Date,
    { note, by }: Pick<Placement, 'note' | 'by'> = {},
  ): Promise<Outcome> {
    const _id = reactionIdOf(bikeId, userId);
    const folder: Placement = { id: folderId, at, ...(note && { note }), ...(by && { by }) };
    const known = await this.#favorites.findOneAndUpdate(
      { _id, 'folders.id': { $ne: folderId }, 'change.by': { $ne: -1 } },
      { $push: { folders: folder } },
      { returnDocument: 'after' },
    );
    if (known) return doneWith(known);
    const row: FavoriteRow = { _id, bikeId, userId, at, folders: [folder], change: newChange(bikeId, 1) };
    try {
      await this.#favorites.insertOne(row);
      return { done: true, changed: changedReaction(row), open: false };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const found = await this.#favorites.findOne({ _id });
      return found?.folders.some(({ id }) => id === folderId) ? doneWith(found) : busy;
    }
  }

  /** The note on a bike in a folder; empty if there is none, null if the bike is not in the folder. */
  async noteOn(bikeId: Id, userId: Id, folderId: Id): Promise<string | null> {
    const placement = await this.placementOf(bikeId, userId, folderId);
    return placement ? (placement.note ?? '') : null;
  }

  /** Writes the note on a bike in a folder; empty removes it. */
  async setNote(bikeId: Id, userId: Id, folderId: Id, note: string): Promise<void> {
    const field = 'folders.$[one].note';
    await this.#favorites.updateOne(
      { _id: reactionIdOf(bikeId, userId), userId },
      note ? { $set: { [field]: note } } : { $unset: { [field]: '' } },
      { arrayFilters: [{ 'one.id': folderId }] },
    );
  }

  /** Removes the notes on all bikes of a folder. */
  async clearNotes(userId: Id, folderId: Id): Promise<void> {
    await this.#favorites.updateMany(
      { userId, 'folders.id': folderId },
      { $unset: { 'folders.$[one].note': '' } },
      { arrayFilters: [{ 'one.id': folderId }] },
    );
  }

  /** Moves a bike to another folder without its note, unless it is there already or no longer in the first one. */
  async move(bikeId: Id, userId: Id, from: Id, to: Id, at: Date): Promise<void> {
    await this.#favorites.updateOne(
      { _id: reactionIdOf(bikeId, userId), 'folders.id': { $ne: to } },
      {
        $set: { 'folders.$[one].id': to, 'folders.$[one].at': at },
        $unset: { 'folders.$[one].note': '', 'folders.$[one].by': '' },
      },
      { arrayFilters: [{ 'one.id': from }] },
    );
  }

  /** Removes a bike from a folder. The bike has to count it if it is in no folder any more. */
  async remove(bikeId: Id, userId: Id, folderId: Id): Promise<Outcome> {
    const there = { _id: reactionIdOf(bikeId, userId), 'folders.id': folderId };
    const others = await this.#favorites.findOneAndUpdate(
      { ...there, 'folders.1': { $exists: true } },
      { $pull: { folders: { id: folderId } } },
      { returnDocument: 'after' },
    );
    if (others) return doneWith(others);
    const last = await this.#favorites.findOneAndUpdate(
      { ...there, folders: { $size: 1 }, change: { $exists: false } },
      { $set: { folders: [], change: newChange(bikeId, -1) } },
      { returnDocument: 'after' },
    );
    if (last) return { done: true, changed: changedReaction(last), open: false };
    const found = await this.#favorites.findOne({ _id: there._id });
    return found?.folders.some(({ id }) => id === folderId) ? busy : doneWith(found);
  }

  /** The folders of a member that contain a bike. */
  async foldersOf(bikeId: Id, userId: Id): Promise<Id[]> {
    const row = await this.#favorites.findOne({ _id: reactionIdOf(bikeId, userId) }, { projection: { folders: 1 } });
    return row?.folders.map(({ id }) => id) ?? [];
  }

  /** Those of some members' folders that contain a bike. */
  async holding<F extends { ownerId: Id; folderId: Id }>(bikeId: Id, folders: readonly F[]): Promise<F[]> {
    if (folders.length === 0) return [];
    const ids = [...new Set(folders.map(({ ownerId }) => reactionIdOf(bikeId, ownerId)))];
    const rows = await this.#favorites.find({ _id: { $in: ids } }, { projection: { userId: 1, folders: 1 } }).toArray();
    return folders.filter(({ ownerId, folderId }) =>
      rows.some((row) => row.userId === ownerId && row.folders.some(({ id }) => id === folderId)),
    );
  }

  /** The entry of a bike in a folder; null if it is not there. */
  async placementOf(bikeId: Id, userId: Id, folderId: Id): Promise<Placement | null> {
    const row = await this.#favorites.findOne({ _id: reactionIdOf(bikeId, userId) }, { projection: { folders: 1 } });
    return row?.folders.find(({ id }) => id === folderId) ?? null;
  }

  /** Forgets which bikes a keeper has added. They stay. */
  async forgetAdder(by: Id): Promise<void> {
    await this.#favorites.updateMany(
      { 'folders.by': by },
      { $unset: { 'folders.$[one].by': '' } },
      { arrayFilters: [{ 'one.by': by }] },
    );
  }

  /** Number of bikes in a folder, including bikes that are not visible. */
  countIn(userId: Id, folderId: Id): Promise<number> {
    return this.#favorites.countDocuments({ userId, 'folders.id': folderId });
  }

  /** Number of a member's favorites. */
  count(userId: string): Promise<number> {
    return this.#favorites.countDocuments({ userId, 'change.by': { $ne: -1 } });
  }

  /** All bikes of a folder, in no particular order. */
  async placedIn(userId: Id, folderId: Id): Promise<Placed[]> {
    const rows = await this.#favorites
      .find({ userId, 'folders.id': folderId }, { projection: { bikeId: 1, folders: 1 } })
      .toArray();
    return rows.flatMap(({ bikeId, folders }) =>
      folders.flatMap(({ id, at, note = '', by = null }) => (id === folderId ? [{ bikeId, at, note, by }] : [])),
    );
  }

  /** All bikes of a member by folder, in no particular order. */
  async placed(userId: Id): Promise<Map<Id, Placed[]>> {
    const byFolder = new Map<Id, Placed[]>();
    for await (const { bikeId, folders } of this.#favorites.find({ userId }, { projection: { bikeId: 1, folders: 1 } }))
      for (const { id, at, note = '', by = null } of folders) {
        const placed = byFolder.get(id);
        if (placed) placed.push({ bikeId, at, note, by });
        else byFolder.set(id, [{ bikeId, at, note, by }]);
      }
    return byFolder;
  }

  /** Some bikes of a folder. */
  async someIn(userId: Id, folderId: Id): Promise<Id[]> {
    const rows = this.#favorites.find({ userId, 'folders.id': folderId }, { projection: { bikeId: 1 } });
    return (await rows.limit(batchSize).toArray()).map(({ bikeId }) => bikeId);
  }

  /** Some of a member's favorites, including those being removed. */
  async someOf(userId: string): Promise<{ id: string; bikeId: Id; folderIds: Id[] }[]> {
    const rows = await this.#favorites.find({ userId }).sort({ at: -1 }).limit(batchSize).toArray();
    return rows.map(({ _id, bikeId, folders }) => ({ id: _id, bikeId, folderIds: folders.map(({ id }) => id) }));
  }

  /** Deletes a favorite of a bike that no longer exists. */
  async erase(bikeId: string, userId: string): Promise<void> {
    await this.#favorites.deleteOne({ _id: reactionIdOf(bikeId, userId) });
  }

  /** Deletes all favorites of a deleted bike. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#favorites.deleteMany({ bikeId });
  }
}
