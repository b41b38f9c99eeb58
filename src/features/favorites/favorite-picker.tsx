import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { defaultFolderName, defaultFolderOf, type FavoriteFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { favoritesPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { addFolder, setFavorite } from './favorites.actions.ts';
import styles from './favorites.module.css';
import { useFavorite, useFolders } from './favorites.queries.ts';
import { FolderNameForm } from './folder-name-form.tsx';
import { fetchKept } from './keep-folder.ts';
import { LiveCheck } from './live-check.tsx';

interface FavoritePickerProps {
  bike: BikeCard;
  userId: Id;
  onClose: () => void;
}

/** The member's folders as checkboxes for one bike. */
export function FavoritePicker({ bike, userId, onClose }: FavoritePickerProps) {
  const read = useFolders();
  const favorite = useFavorite(bike);
  // Undefined until a folder was named; after that the focus returns to the button.
  const [naming, setNaming] = useState<boolean>();
  const first: Pick<FavoriteFolder, 'id' | 'name'> = { id: defaultFolderOf(userId), name: defaultFolderName };
  const folders = read.data ?? [first];
  const put = async (folder: Pick<FavoriteFolder, 'id' | 'name'>, on: boolean) => {
    await setFavorite(bike, userId, folder, on);
    if (on) void fetchKept();
  };
  const make = async (name: string) => {
    const id = await addFolder(userId, name);
    await put({ id, name }, true);
    setNaming(false);
  };
  const actions = (
    <>
      <LinkButton to={favoritesPage()}>Your folders</LinkButton>
      <Button onClick={onClose}>Done</Button>
    </>
  );
  return (
    <Dialog title="Save to a folder" actions={actions} onClose={onClose}>
      <ul className={styles.choices}>
        {folders.map((folder) => (
          <li key={folder.id}>
            <LiveCheck
              of={`${userId} ${bike.id} ${folder.id}`}
              on={favorite?.folderIds.includes(folder.id) ?? false}
              onSet={(on) => put(folder, on)}
            >
              {folder.name}
            </LiveCheck>
          </li>
        ))}
      </ul>
      {naming ? (
        <FolderNameForm label="Name of the new folder" button="Add" others={folders} onName={make} autoFocus />
      ) : (
        <LinkButton autoFocus={naming === false} onClick={() => setNaming(true)}>
          New folder
        </LinkButton>
      )}
    </Dialog>
  );
}
