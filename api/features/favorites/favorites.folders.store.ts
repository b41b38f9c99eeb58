import type { Collection, Db } from 'mongodb';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Id } from '#contract/ids.ts';
import { Problem } from '#contract/problems.ts';
import { type Folder, type FolderList, type Leaving, withDefault } from './favorites.folder-list.ts';

export type FoldersRow = FolderList & {
  /** Whose they are. */
  _id: Id;
  /** Goes up with each change, so that none is made of an older list. */
  rev: number;
};
type OrderRow = { _id: string; userId: Id; bikeIds: Id[] };

const tries = 20;
const pageSize = 100;
const orderIdOf = (userId: Id, folderId: Id) => `${userId}:${folderId}`;

/** The folders of members, all of one member in one document: so names, order and bounds hold by one write. */
export class FolderStore {
  readonly #folders: Collection<FoldersRow>;
  readonly #orders: Collection<OrderRow>;
  readonly #turns = new KeyedMutex();

  constructor(db: Db) {
    this.#folders = db.collection('folders');
    this.#orders = db.collection('folderOrders');
  }

  async createIndexes(): Promise<void> {
    await this.#folders.createIndexes([
      { key: { 'folders.shareId': 1 }, sparse: true },
      { key: { 'leaving.id': 1 }, sparse: true },
    ]);
    await this.#orders.createIndex({ userId: 1 });
  }

  /** A member's folders. */
  async of(userId: Id): Promise<FolderList> {
    const row = await this.#folders.findOne({ _id: userId });
    return withDefault({ folders: row?.folders ?? [], leaving: row?.leaving ?? [] }, userId);
  }

  /**
   * Changes a member's folders, whoever else does so meanwhile.
   * @param work makes the new list of the one that there is; the same one where nothing changes
   * @throws unavailable, and what `work` throws
   */
  change(userId: Id, work: (list: FolderList) => FolderList): Promise<FolderList> {
    return this.#turns.run(userId, async () => {
      for (let i = 0; i < tries; i++) {
        const row = await this.#folders.findOne({ _id: userId });
        const before = withDefault({ folders: row?.folders ?? [], leaving: row?.leaving ?? [] }, userId);
        const next = work(before);
        if (next === before || (await this.#write(userId, row?.rev ?? null, next))) return next;
      }
      throw new Problem('unavailable', { details: { retryAfter: 1 } });
    });
  }

  async #write(userId: Id, rev: number | null, { folders, leaving }: FolderList): Promise<boolean> {
    if (rev !== null) {
      const changes = { $set: { folders, leaving }, $inc: { rev: 1 } };
      return (await this.#folders.updateOne({ _id: userId, rev }, changes)).matchedCount === 1;
    }
    try {
      await this.#folders.insertOne({ _id: userId, folders, leaving, rev: 1 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** The folder behind a link, and whose it is; null when there is none. */
  async sharedAs(shareId: string): Promise<{ userId: Id; folder: Folder } | null> {
    const row = await this.#folders.findOne({ 'folders.shareId': shareId });
    const folder = row?.folders.find((one) => one.shareId === shareId);
    return row && folder ? { userId: row._id, folder } : null;
  }

  /** Folders that were deleted and have bikes in them still, of members whose ids come after one. */
  async leaving(after: Id): Promise<{ userId: Id; leaving: Leaving[] }[]> {
    const rows = await this.#folders
      .find({ _id: { $gt: after }, 'leaving.id': { $exists: true } }, { projection: { leaving: 1 } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    return rows.map(({ _id, leaving }) => ({ userId: _id, leaving }));
  }

  /** The orders into which a member has put folders by hand. */
  async ordersOf(userId: Id): Promise<Map<Id, Id[]>> {
    const rows = await this.#orders.find({ userId }).toArray();
    return new Map(rows.map(({ _id, bikeIds }) => [_id.slice(userId.length + 1), bikeIds]));
  }

  /** The order into which a folder was put by hand; empty where it never was. */
  async orderOf(userId: Id, folderId: Id): Promise<Id[]> {
    return (await this.#orders.findOne({ _id: orderIdOf(userId, folderId) }))?.bikeIds ?? [];
  }

  async setOrder(userId: Id, folderId: Id, bikeIds: Id[]): Promise<void> {
    await this.#orders.updateOne({ _id: orderIdOf(userId, folderId) }, { $set: { userId, bikeIds } }, { upsert: true });
  }

  async forgetOrder(userId: Id, folderId: Id): Promise<void> {
    await this.#orders.deleteOne({ _id: orderIdOf(userId, folderId) });
  }

  /** Erases a member's folders. */
  async eraseOf(userId: Id): Promise<void> {
    await this.#orders.deleteMany({ userId });
    await this.#folders.deleteOne({ _id: userId });
  }
}
