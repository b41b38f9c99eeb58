import type { Collection, Db, Filter } from 'mongodb';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import { noteUse, type Use } from '#api/platform/rolling-uses.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { Problem } from '#contract/problems.ts';
import { trustRules } from '#contract/trust.ts';
import { type Folder, type FolderList, type Leaving, withDefault } from './favorites.folder-list.ts';

export type FoldersRow = FolderList & {
  /** The member's id. */
  _id: Id;
  /** Increases with each write, for optimistic concurrency control. */
  rev: number;
  /** Members whom the member has invited lately to keep lists, newest first. */
  invitations?: Use[];
};
/**
 * By what others find a listed folder. It repeats the folder's name, text and bikes, and may be older than they are: who
 * reads it asks the folder whether it is still listed. `first`: the first bikes; `words`: folded.
 */
export type Listing = { shareId: string; at: Date; bikeIds: Id[]; first: Id[]; words: string[] };
/** `count`: number of its bikes. */
export type Listed = { userId: Id; folderId: Id; count: number } & Pick<Listing, 'shareId' | 'first'>;
type StoredListing = Listing & { count: number };
/** The words that moderators removed from a folder. An older row has no name. */
export type RemovedWords = { name?: string; text: string; notes: { bikeId: Id; note: string }[]; isListed: boolean };
/**
 * The last decision of moderators about a folder's words. `removed`: the words, until the member has changed them or the
 * moderators have brought them back.
 */
export type WordsJudgement = { status: 'Removed' | 'Active'; reason: string; removed?: RemovedWords };
/**
 * The fields of a folder besides the list: the manual order of its bikes, its text, its listing and the moderators'
 * decision, if it has them.
 */
type DetailsRow = {
  _id: string;
  userId: Id;
  bikeIds?: Id[];
  text?: string;
  listed?: StoredListing;
  judged?: WordsJudgement;
};
/** `order`: bikes in their manual order; empty if there is none. `listedAt`: since when others find it. */
export type FolderDetails = { order: Id[]; text: string; listedAt: Date | null; judged: WordsJudgement | null };

const maxTries = 20;
const pageSize = 100;
/** Characters of a beginning that is looked for: shorter ones begin too many words. */
const minBeginning = 3;
const detailsIdOf = (userId: Id, folderId: Id) => `${userId}:${folderId}`;
const toDetails = (row: DetailsRow | null): FolderDetails => ({
  order: row?.bikeIds ?? [],
  text: row?.text ?? '',
  listedAt: row?.listed?.at ?? null,
  judged: row?.judged ?? null,
});

/**
 * Stores folders. All folders of a member are in one document, so one write enforces unique names, order and limits.
 */
export class FolderStore {
  readonly placement = { folders: byId, folderOrders: byId };
  readonly #folders: Collection<FoldersRow>;
  readonly #details: Collection<DetailsRow>;
  readonly #mutex = new KeyedMutex();

  constructor(db: Db) {
    this.#folders = db.collection('folders');
    this.#details = db.collection('folderOrders');
  }

  async createIndexes(): Promise<void> {
    await this.#folders.createIndexes([
      { key: { 'folders.shareId': 1 }, sparse: true },
      { key: { 'leaving.id': 1 }, sparse: true },
      { key: { 'leaving.to.folder.shareId': 1 }, sparse: true },
      { key: { 'invitations.id': 1 }, sparse: true },
    ]);
    await this.#details.createIndexes([
      { key: { userId: 1 } },
      { key: { 'listed.bikeIds': 1, 'listed.at': -1, _id: -1 }, sparse: true },
      { key: { 'listed.words': 1, 'listed.at': -1, _id: -1 }, sparse: true },
    ]);
  }

  async of(userId: Id): Promise<FolderList> {
    const row = await this.#folders.findOne({ _id: userId });
    return withDefault({ folders: row?.folders ?? [], leaving: row?.leaving ?? [] }, userId);
  }

  /**
   * Updates a member's folders, retrying when another write interferes.
   * @param work returns the new list, or the same one if nothing changes
   * @throws unavailable, and what `work` throws
   */
  change(userId: Id, work: (list: FolderList) => FolderList): Promise<FolderList> {
    return this.#mutex.run(userId, async () => {
      for (let i = 0; i < maxTries; i++) {
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

  /** Whether a member shares a folder under this id. */
  async isSharedBy(userId: Id, shareId: string): Promise<boolean> {
    return (await this.#folders.countDocuments({ _id: userId, 'folders.shareId': shareId })) > 0;
  }

  /** Whether the folder with this share id is being handed over, and has no owner until that is done. */
  async isHandedOver(shareId: string): Promise<boolean> {
    return (await this.#folders.countDocuments({ 'leaving.to.folder.shareId': shareId })) > 0;
  }

  /** The folder with this share id, and its owner; null if there is none. */
  async sharedAs(shareId: string): Promise<{ userId: Id; folder: Folder } | null> {
    const row = await this.#folders.findOne({ 'folders.shareId': shareId });
    const folder = row?.folders.find((one) => one.shareId === shareId);
    return row && folder ? { userId: row._id, folder } : null;
  }

  /** The folders with these share ids, and their owners. */
  async sharedAsAny(shareIds: readonly string[]): Promise<{ userId: Id; shareId: string; folder: Folder }[]> {
    const rows = await this.#folders.find({ 'folders.shareId': { $in: [...shareIds] } }).toArray();
    return rows.flatMap(({ _id, folders }) =>
      folders.flatMap((folder) =>
        folder.shareId && shareIds.includes(folder.shareId) ? [{ userId: _id, shareId: folder.shareId, folder }] : [],
      ),
    );
  }

  /** A page of deleted folders that are not empty, of members with ids after this one. */
  async leaving(after: Id): Promise<{ userId: Id; leaving: Leaving[] }[]> {
    const rows = await this.#folders
      .find({ _id: { $gt: after }, 'leaving.id': { $exists: true } }, { projection: { leaving: 1 } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    return rows.map(({ _id, leaving }) => ({ userId: _id, leaving }));
  }

  /** The details of a member's folders, by folder. */
  async detailsOf(userId: Id): Promise<Map<Id, FolderDetails>> {
    const rows = await this.#details.find({ userId }).toArray();
    return new Map(rows.map((row) => [row._id.slice(userId.length + 1), toDetails(row)]));
  }

  async details(userId: Id, folderId: Id): Promise<FolderDetails> {
    return toDetails(await this.#details.findOne({ _id: detailsIdOf(userId, folderId) }));
  }

  setOrder(userId: Id, folderId: Id, bikeIds: Id[]): Promise<void> {
    return this.#setDetails(userId, folderId, { bikeIds });
  }

  setText(userId: Id, folderId: Id, text: string): Promise<void> {
    return this.#setDetails(userId, folderId, { text });
  }

  setJudged(userId: Id, folderId: Id, judged: WordsJudgement): Promise<void> {
    return this.#setDetails(userId, folderId, { judged });
  }

  /** Forgets the words that moderators removed. */
  async forgetRemoved(userId: Id, folderId: Id): Promise<void> {
    await this.#details.updateOne({ _id: detailsIdOf(userId, folderId) }, { $unset: { 'judged.removed': '' } });
  }

  async #setDetails(userId: Id, folderId: Id, set: Pick<DetailsRow, 'bikeIds' | 'text' | 'judged'>): Promise<void> {
    const _id = detailsIdOf(userId, folderId);
    await this.#details.updateOne({ _id }, { $set: { userId, ...set } }, { upsert: true });
  }

  /** Sets by what others find a folder; null removes it. */
  async setListing(userId: Id, folderId: Id, listing: Listing | null): Promise<void> {
    const _id = detailsIdOf(userId, folderId);
    if (!listing) {
      await this.#details.updateOne({ _id, 'listed.shareId': { $exists: true } }, { $unset: { listed: '' } });
      return;
    }
    const listed = { ...listing, count: listing.bikeIds.length };
    await this.#details.updateOne({ _id }, { $set: { userId, listed } }, { upsert: true });
  }

  /** Listed folders that hold a bike, latest first. */
  listedOn(bikeId: Id, limit: number, cursor?: string): Promise<Page<Listed>> {
    return this.#listed({ 'listed.bikeIds': bikeId }, limit, cursor);
  }

  /**
   * Listed folders with all of these words, latest first. A longer last word that no folder has is the beginning of one: all
   * words that begin with it are read unsorted. The words are letters and digits alone.
   */
  async listedWith(words: readonly string[], limit: number, cursor?: string): Promise<Page<Listed>> {
    const last = words.at(-1) ?? '';
    const isWhole =
      last.length < minBeginning ||
      (await this.#details.findOne({ 'listed.words': last }, { projection: { _id: 1 } })) !== null;
    const all = [...words.slice(0, -1), isWhole ? last : { $regex: `^${last}` }];
    return this.#listed({ $and: all.map((word) => ({ 'listed.words': word })) }, limit, cursor);
  }

  async #listed(filter: Filter<DetailsRow>, limit: number, cursor?: string): Promise<Page<Listed>> {
    const fields = { userId: 1, 'listed.shareId': 1, 'listed.at': 1, 'listed.first': 1, 'listed.count': 1 };
    const rows = await this.#details
      .find({ ...filter, ...after<DetailsRow>('listed.at', cursor, (at) => new Date(at)) })
      .project<{ _id: string; userId: Id; listed: StoredListing }>(fields)
      .sort({ 'listed.at': -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      ({ _id, userId, listed: { shareId, first, count } }) => ({
        userId,
        folderId: _id.slice(userId.length + 1),
        shareId,
        first,
        count,
      }),
      ({ _id, listed }) => ({ at: listed.at.getTime(), id: _id }),
    );
  }

  /** The shared folders of some members. */
  async sharedBy(userIds: readonly Id[]): Promise<Folder[]> {
    const rows = await this.#folders.find({ _id: { $in: [...new Set(userIds)] } }).toArray();
    return rows.flatMap(({ folders }) => folders.filter(({ shareId }) => shareId));
  }

  /** Copies the details of a folder to the same folder of another member, unless it has some. */
  async copyDetails(from: Id, to: Id, folderId: Id): Promise<void> {
    const row = await this.#details.findOne({ _id: detailsIdOf(from, folderId) });
    if (!row) return;
    const { _id: _, userId: __, ...details } = row;
    await this.#details.updateOne(
      { _id: detailsIdOf(to, folderId) },
      { $setOnInsert: { ...details, userId: to } },
      { upsert: true },
    );
  }

  /**
   * Records that a member invites another to keep a list, in one write that enforces the limit of a day.
   * @returns false if they may not yet
   */
  async noteInvitation(userId: Id, invited: Id, max: number, at: Date): Promise<boolean> {
    const use = { id: invited, at };
    const isNoted = await noteUse(this.#folders, {
      rowId: userId,
      field: 'invitations',
      use,
      bounds: [{ max, ms: 86_400_000 }],
      kept: trustRules.member.keepersADay,
    });
    return isNoted || (await this.#folders.countDocuments({ _id: userId, 'invitations.id': invited })) > 0;
  }

  /** Forgets that members have invited an erased one. */
  async forgetInvited(invited: Id): Promise<void> {
    await this.#folders.updateMany({ 'invitations.id': invited }, { $pull: { invitations: { id: invited } } });
  }

  async forgetDetails(userId: Id, folderId: Id): Promise<void> {
    await this.#details.deleteOne({ _id: detailsIdOf(userId, folderId) });
  }

  /** Deletes a member's folders. */
  async eraseOf(userId: Id): Promise<void> {
    await this.#details.deleteMany({ userId });
    await this.#folders.deleteOne({ _id: userId });
  }
}
