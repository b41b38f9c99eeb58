import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { defaultFolderName, defaultFolderOf } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import { many, t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Plus } from '#src/ui/icons.js';
import { fetchMissingBikes } from './download-folder.ts';
import { addFolder, setFavorite } from './favorites.actions.ts';
import { emptyFolder } from './favorites.cache.ts';
import styles from './favorites.module.css';
import type { NamedFolder } from './favorites.mutations.ts';
import { useFavorite, useFolders } from './favorites.queries.ts';
import { FolderCovers } from './folder-covers.tsx';
import { FolderNameForm } from './folder-name-form.tsx';
import { KeptChoices } from './kept-choices.tsx';
import { LiveCheck } from './live-check.tsx';

interface FavoritePickerProps {
  bike: BikeCard;
  userId: Id;
  /** The button that opened it. */
  anchor: Element | null;
  onClose: () => void;
}

/** The member's folders as checkboxes for one bike. */
export function FavoritePicker({ bike, userId, anchor, onClose }: FavoritePickerProps) {
  const read = useFolders();
  const favorite = useFavorite(bike);
  // Undefined until a folder was named; after that the focus returns to the button.
  const [naming, setNaming] = useState<boolean>();
  const folders = read.data ?? [emptyFolder({ id: defaultFolderOf(userId), name: defaultFolderName })];
  const put = async (folder: NamedFolder, on: boolean) => {
    await setFavorite(bike, userId, folder, on);
    if (on) void fetchMissingBikes();
  };
  const make = async (name: string) => {
    const id = await addFolder(userId, name);
    await put({ id, name }, true);
    setNaming(false);
  };
  const actions = (
    <div className={styles.dialogEnd}>
      {!naming && (
        <Button look="plain" autoFocus={naming === false} onClick={() => setNaming(true)}>
          <Plus className="icon icon-small" aria-hidden="true" />
          New folder
        </Button>
      )}
      <Button className="push" onClick={onClose}>
        Done
      </Button>
    </div>
  );
  return (
    <Dialog title="Save to a folder" anchor={anchor} actions={actions} onClose={onClose}>
      <ul className={styles.choices}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <LiveCheck
              of={`${userId} ${bike.id} ${folder.id}`}
              on={favorite?.folderIds.includes(folder.id) ?? false}
              onSet={(on) => put(folder, on)}
            >
              <span className={styles.choice}>
                <FolderCovers covers={folder.covers} small />
                <span>
                  <bdi>{shownName(folder.name)}</bdi>{' '}
                  <small className="quiet figures">{many(folder.count)`# bike|# bikes`}</small>
                </span>
              </span>
            </LiveCheck>
          </li>
        ))}
        <KeptChoices bike={bike} />
      </ul>
      {naming && (
        <FolderNameForm label="Name of the new folder" button={t`Create`} others={folders} onName={make} autoFocus>
          <Button look="plain" onClick={() => setNaming(false)}>
            Cancel
          </Button>
        </FolderNameForm>
      )}
    </Dialog>
  );
}
