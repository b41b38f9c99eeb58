import type { CountingBike } from '#api/features/bikes/bikes.count-changes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import { favoriteLimits, isDefaultFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { type KeeperState, type Keeping, type KeptList, keeperLimits } from '#contract/keepers.ts';
import { may, permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import { trustOf } from '#contract/trust.ts';
import type { Folder } from './favorites.folder-list.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { FolderService } from './favorites.folders.ts';
import type { KeeperRow, KeeperStore } from './favorites.keepers.store.ts';
import type { FavoriteLists } from './favorites.lists.ts';
import type { FavoriteService } from './favorites.service.ts';
import type { FavoriteStore } from './favorites.store.ts';
import type { FolderWords } from './favorites.words.ts';

interface Deps {
  keepers: KeeperStore;
  folders: FolderStore;
  favorites: FavoriteStore;
  service: FavoriteService;
  folderService: FolderService;
  lists: FavoriteLists;
  words: FolderWords;
  bikeOf(bikeId: string, memberId?: string): Promise<CountingBike | null>;
  /** A member; null if they have left or were banned. */
  memberHere(id: Id): Promise<Person | null>;
  peopleHere(ids: Id[]): Promise<Person[]>;
  isBlockedBetween(one: Id, other: Id): Promise<boolean>;
  /** Records that a new member invites this one. Returns when they may; null if now. */
  noteFromNewMember(memberId: Id, newMemberId: Id): Promise<Date | null>;
  emit: Events['emit'];
  now: Now;
}

type Member = Pick<Person, 'id'>;
type WritingMember = Pick<Writer, 'id' | 'postingSuspended' | 'newUntil'>;
/** A shared folder as a member sees it. */
type List = { ownerId: Id; folder: Folder; keeping: KeeperState | null };

const maxTries = 3;
const busy = () => new Problem('unavailable', { details: { retryAfter: 1 } });

/** Members who keep shared folders of others. All calls set a state, so they are idempotent. */
export class KeeperService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The lists that a member keeps or is invited to keep. Those of owners who are not here are left out. */
  async listsOf({ id }: Member): Promise<KeptList[]> {
    const { keepers, folders, lists, peopleHere } = this.#deps;
    const rows = await keepers.of(id);
    if (rows.length === 0) return [];
    const [found, people] = await Promise.all([
      folders.sharedAsAny(rows.map(({ shareId }) => shareId)),
      peopleHere([...new Set(rows.map(({ ownerId }) => ownerId))]),
    ]);
    const byId = new Map(people.map((person) => [person.id, person]));
    const covers = await lists.coversOf(found.map(({ userId, folder }) => ({ userId, folderId: folder.id })));
    return rows.flatMap(({ shareId, ownerId, folderId, state }) => {
      const folder = found.find((one) => one.folder.shareId === shareId)?.folder;
      const owner = byId.get(ownerId);
      const shown = covers.get(`${ownerId}:${folderId}`) ?? { count: 0, covers: [] };
      return folder && owner ? [{ name: folder.name, shareId, owner, state, ...shown }] : [];
    });
  }

  /** The lists that a member keeps and that hold a bike, by the ids of their links. */
  async holding({ id }: Member, bikeId: Id): Promise<string[]> {
    const { keepers, favorites } = this.#deps;
    const rows = (await keepers.of(id)).filter(({ state }) => state !== 'Invited');
    return (await favorites.holding(bikeId, rows)).map(({ shareId }) => shareId);
  }

  /** Members who keep a shared folder with its owner, and are here. */
  async keepersOn(shareId: string): Promise<Person[]> {
    const rows = (await this.#deps.keepers.on(shareId)).filter(({ state }) => state !== 'Invited');
    if (rows.length === 0) return [];
    const people = await this.#deps.peopleHere(rows.map(({ userId }) => userId));
    const byId = new Map(people.map((person) => [person.id, person]));
    return rows.flatMap(({ userId }) => byId.get(userId) ?? []);
  }

  /** The keepers of a list, and what the member is to it. @throws not_found */
  async of(user: Member, shareId: string): Promise<Keeping> {
    const { keepers, peopleHere } = this.#deps;
    const list = await this.#list(user, shareId);
    const isOwner = may('list.manage', user, list);
    const [all, own] = await Promise.all([keepers.on(shareId), keepers.find(shareId, user.id)]);
    const rows = all.filter(({ _id, state }) => isOwner || _id === own?._id || state !== 'Invited');
    const people = rows.length > 0 ? await peopleHere(rows.map(({ userId }) => userId)) : [];
    const byId = new Map(people.map((person) => [person.id, person]));
    return {
      role: isOwner ? 'Owner' : list.keeping,
      keepers: rows.flatMap(({ _id, userId, state }) => {
        const person = byId.get(userId);
        // The offer concerns the two of them alone.
        const shown = isOwner || _id === own?._id || state === 'Invited' ? state : 'Keeper';
        return person ? [{ ...person, state: shown }] : [];
      }),
    };
  }

  /**
   * Invites a member to keep a list.
   * @throws not_found, keeper.self, keeper.refused, keeper.too_many, keeper.crowded, keeper.invitations, posting.held
   */
  async invite(user: WritingMember, shareId: string, memberId: Id): Promise<void> {
    const { keepers, folders, memberHere, isBlockedBetween, noteFromNewMember, emit, now } = this.#deps;
    const list = await this.#list(user, shareId);
    const [member, blocked] = await Promise.all([memberHere(memberId), isBlockedBetween(user.id, memberId)]);
    permitted('list.invite', user, list, { member, blocked });
    if (await keepers.find(shareId, memberId)) return;
    if ((await keepers.on(shareId)).length >= keeperLimits.keepers) throw new Problem('keeper.too_many');
    if ((await keepers.countOf(memberId, 'waiting')) >= keeperLimits.waiting) throw new Problem('keeper.crowded');
    const isNew = user.newUntil !== null;
    if (!(await folders.noteInvitation(user.id, memberId, trustOf(isNew).keepersADay, now())))
      throw new Problem('keeper.invitations');
    if (isNew && (await noteFromNewMember(memberId, user.id))) throw new Problem('keeper.crowded');
    const { ownerId, folder } = list;
    await keepers.invite({ shareId, userId: memberId, ownerId, folderId: folder.id, at: now() });
    // A block or the end of the sharing between the check and the write has removed nothing yet.
    const [isBlocked, isShared] = await Promise.all([
      isBlockedBetween(user.id, memberId),
      folders.isSharedBy(ownerId, shareId),
    ]);
    if (isBlocked || !isShared) {
      await keepers.remove(shareId, memberId);
      throw new Problem(isBlocked ? 'keeper.refused' : 'not_found');
    }
    await emit({ what: 'keeper.asked', memberId, userId: ownerId, shareId, isOffer: false });
  }

  /** The owner removes a keeper, or withdraws an invitation. @throws not_found */
  async remove(user: Member, shareId: string, memberId: Id): Promise<void> {
    permitted('list.manage', user, await this.#list(user, shareId));
    const row = await this.#deps.keepers.find(shareId, memberId);
    if (row) await this.end(row);
  }

  /** Accepts an invitation. @throws not_found, keeper.not_invited, keeper.too_many_lists */
  async accept(user: Member, shareId: string): Promise<void> {
    const { keepers, emit } = this.#deps;
    const { ownerId, keeping } = permitted('list.accept', user, await this.#list(user, shareId));
    if (keeping !== 'Invited') return;
    if ((await keepers.countOf(user.id, 'kept')) >= keeperLimits.lists) throw new Problem('keeper.too_many_lists');
    // The invitation may have been withdrawn, or accepted on another device.
    if (!(await keepers.become(shareId, user.id, 'Invited', 'Keeper')) && !(await keepers.find(shareId, user.id)))
      throw new Problem('keeper.not_invited');
    await emit({ what: 'keeper.unasked', memberId: user.id, userId: ownerId, shareId, isOffer: false });
  }

  /** Leaves a list, or declines an invitation. */
  async leave(user: Member, shareId: string): Promise<void> {
    const row = await this.#deps.keepers.find(shareId, user.id);
    if (row) await this.end(row);
  }

  /** Ends what a member is to a list. The alerts go first, so that a repeated call finishes an interrupted one. */
  async end({ shareId, userId: memberId, ownerId: userId }: KeeperRow): Promise<void> {
    const { keepers, emit } = this.#deps;
    const unasked = { what: 'keeper.unasked', memberId, userId, shareId } as const;
    await emit({ ...unasked, isOffer: false }, { ...unasked, isOffer: true });
    await keepers.remove(shareId, memberId);
  }

  /** Ends the keeping of a list that is no longer shared. */
  async endOn(shareId: string): Promise<void> {
    for (const row of await this.#deps.keepers.on(shareId)) await this.end(row);
  }

  /** Ends what two members are to each other's lists. */
  async part(one: Id, other: Id): Promise<void> {
    for (const row of await this.#deps.keepers.between(one, other)) await this.end(row);
  }

  /** The owner offers a list to a keeper. @throws not_found, keeper.default */
  async offer(user: Member, shareId: string, memberId: Id): Promise<void> {
    const { keepers, emit } = this.#deps;
    const { folder } = permitted('list.manage', user, await this.#list(user, shareId));
    if (isDefaultFolder(folder.id, user.id)) throw new Problem('keeper.default');
    const row = await keepers.find(shareId, memberId);
    if (!row || row.state === 'Invited') throw new Problem('not_found');
    if (row.state === 'Keeper') await this.#endOffers(shareId);
    await keepers.become(shareId, memberId, 'Keeper', 'Offered');
    await emit({ what: 'keeper.asked', memberId, userId: user.id, shareId, isOffer: true });
  }

  /** The owner withdraws an offer, or the keeper declines it. @throws not_found, keeper.none */
  async endOffer(user: Member, shareId: string): Promise<void> {
    const list = permitted('list.keep', user, await this.#list(user, shareId));
    if (may('list.manage', user, list)) return this.#endOffers(shareId);
    await this.#endOfferTo(shareId, user.id, list.ownerId);
  }

  async #endOffers(shareId: string): Promise<void> {
    for (const { userId, ownerId, state } of await this.#deps.keepers.on(shareId))
      if (state === 'Offered') await this.#endOfferTo(shareId, userId, ownerId);
  }

  async #endOfferTo(shareId: string, memberId: Id, userId: Id): Promise<void> {
    await this.#deps.keepers.become(shareId, memberId, 'Offered', 'Keeper');
    await this.#deps.emit({ what: 'keeper.unasked', memberId, userId, shareId, isOffer: true });
  }

  /**
   * Takes over a list that is offered to the member.
   * @throws not_found, keeper.not_invited, keeper.no_room, folder.too_many, posting.held, unavailable
   */
  async takeOver(user: WritingMember, shareId: string): Promise<{ leftOut: number }> {
    const { folders, favorites, folderService, emit } = this.#deps;
    const list = permitted('list.takeOver', user, await this.#list(user, shareId));
    if (may('list.manage', user, list)) return { leftOut: 0 };
    const { ownerId, folder } = list;
    const own = await folders.of(user.id);
    // Their own former folder may still be moving out. Members choose the ids of folders, so another may have this one.
    if (own.leaving.some(({ id }) => id === folder.id)) throw busy();
    if (own.folders.some(({ id }) => id === folder.id)) throw new Problem('not_found');
    if (own.folders.length >= favoriteLimits.folders) throw new Problem('folder.too_many');
    const [coming, there] = await Promise.all([favorites.countIn(ownerId, folder.id), favorites.count(user.id)]);
    if (coming + there > favoriteLimits.bikes) throw new Problem('keeper.no_room');
    const leftOut = await folderService.handOver({ id: ownerId }, shareId, user);
    await emit({ what: 'keeper.unasked', memberId: user.id, userId: ownerId, shareId, isOffer: true });
    return { leftOut };
  }

  /** Records who owns a list that is handed over. The former owner keeps it. Idempotent. */
  async nameOwner({ id: folderId, shareId }: Folder, from: Id, to: Id): Promise<void> {
    const { keepers, now } = this.#deps;
    if (!shareId) return;
    await keepers.remove(shareId, to);
    await keepers.changeOwner(shareId, from, to);
    await keepers.add({ shareId, userId: from, ownerId: to, folderId, at: now() });
  }

  /**
   * Adds a bike to a list. It becomes a favorite of the list's owner.
   * @throws not_found, gone, bike.flagged, block.between, keeper.none, keeper.owners_bike, keeper.owner_blocked,
   * keeper.favorites, folder.full, unavailable
   */
  async add(user: Member, shareId: string, bikeId: Id): Promise<void> {
    await this.#change(user, shareId, async (list) => {
      const { ownerId, folder } = list;
      const bike = await this.#deps.bikeOf(bikeId, ownerId);
      permitted('list.add', user, list, { bike, blocked: await this.#isBlockedBy(user, bike) });
      const by = may('list.manage', user, list) ? undefined : user.id;
      try {
        await this.#deps.service.add({ id: ownerId }, folder.id, bikeId, by);
      } catch (error) {
        if (by && error instanceof Problem && error.code === 'favorite.too_many') throw new Problem('keeper.favorites');
        throw error;
      }
    });
  }

  /** Removes a bike, whoever added it. @throws not_found, keeper.none, unavailable */
  async removeBike(user: Member, shareId: string, bikeId: Id): Promise<void> {
    await this.#keep(user, shareId, ({ ownerId, folder }) =>
      this.#deps.service.remove({ id: ownerId }, folder.id, bikeId),
    );
  }

  /** @throws not_found, keeper.none */
  async order(user: Member, shareId: string, order: readonly Id[]): Promise<void> {
    await this.#keep(user, shareId, ({ ownerId, folder }) =>
      this.#deps.folderService.orderBikes({ id: ownerId }, folder.id, order),
    );
  }

  /** @throws not_found, keeper.none, block.between, FieldsRefused, posting.held */
  async note(user: WritingMember, shareId: string, bikeId: Id, note: string): Promise<void> {
    await this.#change(user, shareId, async (list) => {
      const blocked = await this.#isBlockedBy(user, await this.#deps.bikeOf(bikeId));
      const { ownerId, folder } = permitted('list.note', user, list, { blocked, note });
      await this.#deps.words.note(user, folder.id, bikeId, note, ownerId);
    });
  }

  /** Whether there is a block between a member and the owner of a bike. */
  async #isBlockedBy({ id }: Member, bike: CountingBike | null): Promise<boolean> {
    return bike !== null && (await this.#deps.isBlockedBetween(id, bike.owner.id));
  }

  /** @throws not_found, keeper.none, FieldsRefused, posting.held */
  async describe(user: WritingMember, shareId: string, text: string): Promise<void> {
    await this.#keep(user, shareId, ({ ownerId, folder }) => this.#deps.words.describe(user, folder.id, text, ownerId));
  }

  #keep(user: Member, shareId: string, work: (list: List) => Promise<unknown>): Promise<void> {
    return this.#change(user, shareId, (list) => work(permitted('list.keep', user, list)));
  }

  /** Changes a list, again if it was handed over meanwhile. @throws not_found, unavailable, and what `work` throws */
  async #change(user: Member, shareId: string, work: (list: List) => Promise<unknown>): Promise<void> {
    for (let i = 0; i < maxTries; i++) {
      const list = await this.#list(user, shareId);
      const failure: unknown = await work(list).then(
        () => null,
        (error: unknown) => error,
      );
      const { folders } = this.#deps;
      if (await folders.isHandedOver(shareId)) throw busy();
      const isChanged = (await folders.sharedAs(shareId)) && !(await folders.isSharedBy(list.ownerId, shareId));
      if (!isChanged) {
        if (failure) throw failure;
        return;
      }
    }
    throw busy();
  }

  /** @throws not_found, unavailable while it is handed over */
  async #list(user: Member, shareId: string): Promise<List> {
    const { keepers, folders, memberHere } = this.#deps;
    const found = await folders.sharedAs(shareId);
    if (!found && (await folders.isHandedOver(shareId))) throw busy();
    if (!found || !(await memberHere(found.userId))) throw new Problem('not_found');
    const { userId: ownerId, folder } = found;
    const row = await keepers.find(shareId, user.id);
    return { ownerId, folder, keeping: row?.state ?? null };
  }
}
