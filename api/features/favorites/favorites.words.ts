import type { Writer } from '#api/platform/http/kit.ts';
import type { Id } from '#contract/ids.ts';
import { linkProblem } from '#contract/links-elsewhere.ts';
import { permitted } from '#contract/may.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { folderIn } from './favorites.folder-list.ts';
import type { FolderStore, WordsJudgement } from './favorites.folders.store.ts';
import type { Listings } from './favorites.listings.ts';
import type { FavoriteStore } from './favorites.store.ts';

interface Deps {
  folders: FolderStore;
  favorites: FavoriteStore;
  listings: Listings;
  /** Origin of the site, which new members may link to. */
  origin: string;
}

type WritingMember = Pick<Writer, 'id' | 'postingSuspended' | 'newUntil'>;

type WordsField = 'name' | 'text' | 'note';

/** Refuses words that moderators removed from the folder, wherever they stood. @throws FieldsRefused */
export function refuseRemoved(judged: WordsJudgement | null, field: WordsField, written: string): void {
  const { name, text, notes = [] } = judged?.removed ?? {};
  if (written !== '' && [name, text, ...notes.map(({ note }) => note)].includes(written))
    throw new FieldsRefused({ [field]: [t`Moderators removed these words. Write it in another way.`] });
}

/** Writes the texts of folders and the notes on their bikes. Both calls set a state, so they are idempotent. */
export class FolderWords {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Writes the text of a folder; empty removes it.
   * @param keptFor the owner of a list that the writer keeps
   * @throws not_found, FieldsRefused, posting.held
   */
  async describe(user: WritingMember, folderId: Id, text: string, keptFor?: Id): Promise<void> {
    const ownerId = keptFor ?? user.id;
    const { folders } = this.#deps;
    const { shareId } = folderIn(await folders.of(ownerId), folderId);
    const before = await folders.details(ownerId, folderId);
    const folder = { ownerId, shared: shareId !== undefined, isKeeper: keptFor !== undefined };
    permitted('folder.write', user, { ...folder, text: before.text }, { text });
    this.#checkLinks(user, 'text', text);
    refuseRemoved(before.judged, 'text', text);
    await folders.setText(ownerId, folderId, text);
    if (before.judged?.removed && text !== '') await folders.forgetRemoved(ownerId, folderId);
    await this.#deps.listings.refresh(ownerId, folderId);
  }

  /**
   * Writes the note on a bike of a folder; empty removes it.
   * @param keptFor the owner of a list that the writer keeps
   * @throws not_found, FieldsRefused, posting.held
   */
  async note(user: WritingMember, folderId: Id, bikeId: Id, note: string, keptFor?: Id): Promise<void> {
    const ownerId = keptFor ?? user.id;
    const { folders, favorites } = this.#deps;
    const { shareId } = folderIn(await folders.of(ownerId), folderId);
    const before = await favorites.noteOn(bikeId, ownerId, folderId);
    if (before === null) throw new Problem('not_found');
    const folder = { ownerId, shared: shareId !== undefined, isKeeper: keptFor !== undefined };
    permitted('folder.write', user, { ...folder, text: before }, { text: note });
    this.#checkLinks(user, 'note', note);
    const { judged } = await folders.details(ownerId, folderId);
    refuseRemoved(judged, 'note', note);
    await favorites.setNote(bikeId, ownerId, folderId, note);
    if (judged?.removed && note !== '') await folders.forgetRemoved(ownerId, folderId);
  }

  /** Also in private folders: a text must not gain a link by being shared. */
  #checkLinks({ newUntil }: WritingMember, field: WordsField, text: string): void {
    const link = linkProblem(text, newUntil !== null, this.#deps.origin);
    if (link) throw new FieldsRefused({ [field]: [link] });
  }
}
