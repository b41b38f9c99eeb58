import { type FavoriteFolder, favoriteLimits } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { describeFolder } from './favorites.actions.ts';
import { textProblem } from './word-problems.ts';
import { Words } from './words.tsx';

/** Says who reads the words of a folder. */
export const readersOf = ({ shareId }: Pick<FavoriteFolder, 'shareId'>): string =>
  shareId ? t`Everyone who sees this folder can read it.` : t`Only you see it, until you share this folder.`;

/** The text of the member's own folder, to read and to edit. */
export const FolderText = ({ folder, userId }: { folder: FavoriteFolder; userId: Id }) => (
  <Words
    label={t`Text of ${shownName(folder.name)}`}
    add={t`Add a text`}
    hint={readersOf(folder)}
    name={`folder-text:${folder.id}:${userId}`}
    text={folder.text}
    max={favoriteLimits.text}
    problem={textProblem}
    onSave={(text) => describeFolder(folder, userId, text)}
  />
);
