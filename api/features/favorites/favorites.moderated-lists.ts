import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import { defaultFolderName } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import { type Folder, withModerated } from './favorites.folder-list.ts';
import type { FolderStore, RemovedWords } from './favorites.folders.store.ts';
import type { Listings } from './favorites.listings.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  folders: FolderStore;
  favorites: FavoriteStore;
  listings: Listings;
  /** A member, whether or not they are here. */
  personOf(id: string): Promise<Person | null>;
  emit: Events['emit'];
  now: Now;
}

type Shared = { userId: Id; folder: Folder };
/** A list as moderators see it: its name, its text and the notes on its bikes. */
type ModeratedList = { id: string; ownerId: Id; status: 'Active' | 'Removed'; text: string };

/** Most characters of a list that moderators are shown. */
const maxShown = 5000;

/** Flagging and moderation of lists: of the name, the text and the notes of shared folders. */
export class ModeratedLists {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the list if this member may flag it. @throws not_found, flag.own */
  async flaggable(user: Person, shareId: string): Promise<{ ownerId: Id; words: string }> {
    const list = await this.#find(shareId);
    const { ownerId, text } = permitted('list.flag', user, list);
    return { ownerId, words: text };
  }

  /** Finds lists that are still shared. */
  async ofAnyStatus(shareIds: string[]): Promise<ModeratedList[]> {
    const found = await this.#deps.folders.sharedAsAny(shareIds);
    return Promise.all(found.map(({ shareId, ...shared }) => this.#toModerated(shareId, shared)));
  }

  /** A list with its owner and the last decision; null if it is no longer shared. */
  async forModerator(shareId: string) {
    const { folders, personOf } = this.#deps;
    const shared = await folders.sharedAs(shareId);
    const owner = shared && (await personOf(shared.userId));
    if (!shared || !owner) return null;
    const { judged } = await folders.details(shared.userId, shared.folder.id);
    return {
      name: shared.folder.name,
      owner: { id: owner.id, username: owner.username },
      status: judged?.removed ? 'Removed' : 'Active',
      reason: judged?.removed ? judged.reason : '',
    };
  }

  /**
   * Removes the words of a list with its name, and hides it from search, or brings all back. Idempotent.
   * @throws not_found, moderation.state, unavailable
   */
  async moderate(shareId: string, { to, reason }: { to: 'Removed' | 'Active'; reason: string }): Promise<void> {
    const { folders, emit, now } = this.#deps;
    const shared = await folders.sharedAs(shareId);
    if (!shared) throw new Problem('not_found');
    const { userId, folder } = shared;
    const { judged } = await folders.details(userId, folder.id);
    permitted('list.moderate', { id: '' }, { changed: judged?.status === 'Removed' && !judged.removed }, { to });
    if (to === 'Removed') {
      const removed = judged?.removed ?? (await this.#wordsOf(shared));
      // Stored before they are cleared, so that a repeated call loses none.
      await folders.setJudged(userId, folder.id, { status: to, reason, removed });
      await this.#write(shared, { name: defaultFolderName, text: '', notes: [], isListed: false });
    } else {
      if (judged?.removed) await this.#write(shared, judged.removed);
      await folders.setJudged(userId, folder.id, { status: to, reason });
    }
    await emit({ what: 'list.judged', folderId: folder.id, ownerId: userId, at: now().toISOString() });
  }

  async #write({ userId, folder }: Shared, { name = folder.name, text, notes, isListed }: RemovedWords): Promise<void> {
    const { folders, favorites, listings } = this.#deps;
    await folders.setText(userId, folder.id, text);
    await favorites.clearNotes(userId, folder.id);
    for (const { bikeId, note } of notes) await favorites.setNote(bikeId, userId, folder.id, note);
    await folders.change(userId, (list) => withModerated(list, folder.id, name, isListed));
    await listings.refresh(userId, folder.id);
  }

  async #wordsOf({ userId, folder }: Shared): Promise<RemovedWords> {
    const { folders, favorites } = this.#deps;
    const [{ text }, placed] = await Promise.all([
      folders.details(userId, folder.id),
      favorites.placedIn(userId, folder.id),
    ]);
    const notes = placed.flatMap(({ bikeId, note }) => (note ? [{ bikeId, note }] : []));
    return { name: folder.name, text, notes, isListed: folder.isListed ?? false };
  }

  async #find(shareId: string): Promise<ModeratedList | null> {
    const shared = await this.#deps.folders.sharedAs(shareId);
    return shared && this.#toModerated(shareId, shared);
  }

  async #toModerated(id: string, shared: Shared): Promise<ModeratedList> {
    const { judged } = await this.#deps.folders.details(shared.userId, shared.folder.id);
    const { name = shared.folder.name, text, notes } = judged?.removed ?? (await this.#wordsOf(shared));
    const words = [name, text, ...notes.map(({ note }) => note)].filter(Boolean).join('\n\n');
    const status = judged?.removed ? 'Removed' : 'Active';
    return { id, ownerId: shared.userId, status, text: words.slice(0, maxShown).toWellFormed() };
  }
}
