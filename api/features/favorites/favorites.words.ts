import type { Writer } from '#api/platform/http/kit.ts';
import type { Id } from '#contract/ids.ts';
import { linkProblem } from '#contract/links-elsewhere.ts';
import { permitted } from '#contract/may.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { folderIn } from './favorites.folder-list.ts';
import type { FolderStore } from './favorites.folders.store.ts';
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

const removedText = t`Moderators removed these words. Write it in another way.`;

/** Writes the texts of folders and the notes on their bikes. Both calls set a state, so they are idempotent. */
export class FolderWords {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Writes the text of a folder; empty removes it. @throws not_found, FieldsRefused, posting.held */
  async describe(user: WritingMember, folderId: Id, text: string): Promise<void> {
    const { folders } = this.#deps;
    const { shareId } = folderIn(await folders.of(user.id), folderId);
    const before = await folders.details(user.id, folderId);
    permitted('folder.write', user, { ownerId: user.id, text: before.text, shared: shareId !== undefined }, { text });
    this.#checkLinks(user, 'text', text);
    const removed = before.judged?.removed;
    if (removed && text !== '' && text === removed.text) throw new FieldsRefused({ text: [removedText] });
    await folders.setText(user.id, folderId, text);
    if (removed && text !== '') await folders.forgetRemoved(user.id, folderId);
    await this.#deps.listings.refresh(user.id, folderId);
  }

  /** Writes the note on a bike of a folder; empty removes it. @throws not_found, FieldsRefused, posting.held */
  async note(user: WritingMember, folderId: Id, bikeId: Id, note: string): Promise<void> {
    const { folders, favorites } = this.#deps;
    const { shareId } = folderIn(await folders.of(user.id), folderId);
    const before = await favorites.noteOn(bikeId, user.id, folderId);
    if (before === null) throw new Problem('not_found');
    permitted('folder.write', user, { ownerId: user.id, text: before, shared: shareId !== undefined }, { text: note });
    this.#checkLinks(user, 'note', note);
    const removed = (await folders.details(user.id, folderId)).judged?.removed;
    const isAgain = removed?.notes.some((one) => one.bikeId === bikeId && one.note === note);
    if (isAgain) throw new FieldsRefused({ note: [removedText] });
    await favorites.setNote(bikeId, user.id, folderId, note);
    if (removed && note !== '') await folders.forgetRemoved(user.id, folderId);
  }

  /** Also in private folders: a text must not gain a link by being shared. */
  #checkLinks({ newUntil }: WritingMember, field: 'text' | 'note', text: string): void {
    const link = linkProblem(text, newUntil !== null, this.#deps.origin);
    if (link) throw new FieldsRefused({ [field]: [link] });
  }
}
