import { randomBytes } from 'node:crypto';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { defaultFolderOf, favoriteLimits } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import {
  type Folder,
  folderIn,
  inOrder,
  type Leaving,
  ordered,
  withFolder,
  withoutFolder,
  withoutHandedOver,
  withoutLeaving,
  withoutShare,
  withShare,
  withTakenOver,
} from './favorites.folder-list.ts';
import type { FolderStore } from './favorites.folders.store.ts';
import type { Listings } from './favorites.listings.ts';
import { arranged } from './favorites.lists.ts';
import type { FavoriteService } from './favorites.service.ts';
import type { FavoriteStore } from './favorites.store.ts';
import { refuseRemoved } from './favorites.words.ts';

interface Deps {
  folders: FolderStore;
  favorites: FavoriteStore;
  service: FavoriteService;
  listings: Listings;
  /** Ends what belongs to a folder's link: its likes and keepers. */
  endLink(ownerId: Id, shareId: string): Promise<void>;
  /** Records who owns a folder that is handed over, and that the former owner keeps it. Idempotent. */
  nameOwner(folder: Folder, from: Id, to: Id): Promise<void>;
  jobs: Jobs;
}

type Member = Pick<Person, 'id'>;
type WritingMember = Pick<Writer, 'id' | 'postingSuspended'>;

/** 128 random bits, which cannot be guessed. */
const newShareId = (): string => randomBytes(16).toString('base64url');

/** Creates, renames, orders, shares and deletes folders. */
export class FolderService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates or renames a folder.
   * @param isRename does not create one
   * @throws FieldsRefused, folder.default, folder.too_many, posting.held, not_found, unavailable
   */
  async put(user: WritingMember, folderId: Id, name: string, isRename = false): Promise<void> {
    const { folders, listings } = this.#deps;
    let isRenamed = false;
    refuseRemoved((await folders.details(user.id, folderId)).judged, 'name', name);
    await folders.change(user.id, (list) => {
      if (isRename) folderIn(list, folderId);
      const { name: before = '', shareId } = list.folders.find(({ id }) => id === folderId) ?? {};
      permitted('folder.name', user, { ownerId: user.id, name: before, shared: shareId !== undefined }, { name });
      const next = withFolder(list, user.id, folderId, name);
      isRenamed = next !== list;
      return next;
    });
    if (isRenamed) await folders.forgetRemoved(user.id, folderId);
    await listings.refresh(user.id, folderId);
  }

  /** Orders the folders. @throws unavailable */
  async order(user: Member, order: readonly Id[]): Promise<void> {
    await this.#deps.folders.change(user.id, (list) => ordered(list, order));
  }

  /** Orders the bikes of a folder. @throws not_found */
  async orderBikes(user: Member, folderId: Id, order: readonly Id[]): Promise<void> {
    const { folders, favorites, listings } = this.#deps;
    folderIn(await folders.of(user.id), folderId);
    const [placed, before] = await Promise.all([
      favorites.placedIn(user.id, folderId),
      folders.details(user.id, folderId),
    ]);
    const ids = arranged(placed, before.order);
    await folders.setOrder(
      user.id,
      folderId,
      inOrder(ids, (id) => id, order),
    );
    await listings.refresh(user.id, folderId);
  }

  /**
   * Makes a folder visible to everybody who has its link.
   * @param isListed whether it is also shown on the pages of its bikes and in search; undefined leaves it as it is
   * @throws not_found, posting.held, list.removed, unavailable
   */
  async share(user: WritingMember, folderId: Id, isListed?: boolean): Promise<{ shareId: string }> {
    const { folders, listings } = this.#deps;
    const { judged } = await folders.details(user.id, folderId);
    const removed = judged?.removed !== undefined;
    permitted('folder.share', user, { ownerId: user.id, removed }, { listed: isListed ?? false });
    const fresh = newShareId();
    const list = await folders.change(user.id, (now) => withShare(now, folderId, fresh, isListed));
    await listings.refresh(user.id, folderId);
    return { shareId: folderIn(list, folderId).shareId ?? fresh };
  }

  /** Ends a folder's link with its likes and keepers. @throws not_found, unavailable */
  async unshare(user: Member, folderId: Id): Promise<void> {
    const { folders, listings, endLink } = this.#deps;
    const { shareId } = folderIn(await folders.of(user.id), folderId);
    await folders.change(user.id, (list) => withoutShare(list, folderId));
    await listings.refresh(user.id, folderId);
    if (shareId) await endLink(user.id, shareId);
  }

  /**
   * Deletes a folder in one write; its bikes are moved out in the background.
   * @param keepBikes moves bikes that are in no other folder to the default folder
   * @throws folder.default, folder.full, not_found, unavailable
   */
  async remove(user: Member, folderId: Id, keepBikes: boolean): Promise<void> {
    const { folders, endLink, jobs } = this.#deps;
    const leaving = { id: folderId, keepBikes };
    if (keepBikes) await this.#checkRoom(user, folderId);
    const shareId = (await folders.of(user.id)).folders.find(({ id }) => id === folderId)?.shareId;
    await folders.change(user.id, (list) => withoutFolder(list, user.id, leaving));
    if (shareId) await endLink(user.id, shareId);
    jobs.soon('deleted folder', () => this.#empty(user.id, leaving, null), { isRepeated: true });
  }

  async #checkRoom({ id }: Member, folderId: Id): Promise<void> {
    const { favorites } = this.#deps;
    const counts = [defaultFolderOf(id), folderId].map((one) => favorites.countIn(id, one));
    const [there = 0, coming = 0] = await Promise.all(counts);
    if (there + coming > favoriteLimits.bikesPerFolder && coming > 0) throw new Problem('folder.full');
  }

  /** Empties deleted folders whose emptying was interrupted. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { folders } = this.#deps;
    for (let rows = await folders.leaving(''); rows.length > 0; rows = await folders.leaving(rows.at(-1)?.userId ?? ''))
      for (const { userId, leaving } of rows)
        for (const one of leaving) {
          if (stopping.aborted) return;
          await this.#empty(userId, one, stopping);
        }
  }

  /**
   * Hands a shared folder over to another member, in one write; then it moves with its bikes. A stop in the middle is
   * finished by `sweep`.
   * @returns number of its bikes that are left out
   * @throws not_found, unavailable
   */
  async handOver(user: Member, shareId: string, to: Member): Promise<number> {
    const list = await this.#deps.folders.change(user.id, (now) => withoutHandedOver(now, shareId, to.id));
    const leaving = list.leaving.find((one) => one.to?.folder.shareId === shareId);
    return leaving ? this.#moveOver(user.id, leaving, null) : 0;
  }

  /** Finishes what a member is handing over. */
  async finishHandOvers(userId: Id, stopping: AbortSignal): Promise<void> {
    for (const one of (await this.#deps.folders.of(userId)).leaving)
      if (one.to) await this.#moveOver(userId, one, stopping);
  }

  /** The new owner has the folder in their list only when everything else is theirs: until then nobody changes it. */
  async #moveOver(userId: Id, { id, to }: Leaving, stopping: AbortSignal | null): Promise<number> {
    if (!to) return 0;
    const { folders, favorites, service, listings, nameOwner } = this.#deps;
    let leftOut = 0;
    await listings.refresh(userId, id);
    await folders.copyDetails(userId, to.userId, id);
    for (let ids = await favorites.someIn(userId, id); ids.length > 0; ids = await favorites.someIn(userId, id))
      for (const bikeId of ids) {
        if (stopping?.aborted) return leftOut;
        if (await service.handOver({ id: userId }, bikeId, id, { id: to.userId })) leftOut++;
      }
    await nameOwner(to.folder, userId, to.userId);
    await folders.change(to.userId, (list) => withTakenOver(list, to.folder));
    await listings.refresh(to.userId, id);
    await folders.forgetDetails(userId, id);
    await folders.change(userId, (list) => withoutLeaving(list, id));
    return leftOut;
  }

  async #empty(userId: Id, leaving: Leaving, stopping: AbortSignal | null): Promise<void> {
    if (leaving.to) return void (await this.#moveOver(userId, leaving, stopping));
    const { id, keepBikes } = leaving;
    const { folders, favorites, service } = this.#deps;
    const to = keepBikes ? defaultFolderOf(userId) : null;
    for (let ids = await favorites.someIn(userId, id); ids.length > 0; ids = await favorites.someIn(userId, id))
      for (const bikeId of ids) {
        if (stopping?.aborted) return;
        await service.move({ id: userId }, bikeId, id, to);
      }
    await folders.forgetDetails(userId, id);
    await folders.change(userId, (list) => withoutLeaving(list, id));
  }
}
