import { useState } from 'react';
import { type FavoriteFolder, isDefaultFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { MenuEntry } from '#src/ui/menu-entry.ts';
import { setAvailableOffline } from './download-folder.ts';
import { sortFolders } from './favorites.actions.ts';
import styles from './favorites.module.css';
import { useOfflineFolders } from './favorites.queries.ts';
import { type FolderAct, FolderDialogs } from './folder-dialogs.tsx';
import { FolderTile } from './folder-tile.tsx';
import { useOrder } from './use-order.ts';

interface FolderListProps {
  folders: readonly FavoriteFolder[];
  userId: Id;
}

/** All folders of a member, sortable by dragging or by menu. */
export function FolderList({ folders, userId }: FolderListProps) {
  const [doing, setDoing] = useState<FolderAct>();
  const offlineFolders = useOfflineFolders();
  const ids = folders.map(({ id }) => id);
  const { move, handlesOf } = useOrder(ids, (order) => sortFolders(userId, order));
  const entriesOf = (folder: FavoriteFolder, at: number): MenuEntry[] => [
    ...(at > 0 ? [{ label: t`Move earlier`, onSelect: () => move(at, at - 1) }] : []),
    ...(at < folders.length - 1 ? [{ label: t`Move later`, onSelect: () => move(at, at + 1) }] : []),
    { label: t`Share`, onSelect: () => setDoing({ act: 'share', folder }) },
    {
      label: offlineFolders.has(folder.id) ? t`Stop keeping offline` : t`Keep offline`,
      onSelect: () => void setAvailableOffline(userId, folder.id, !offlineFolders.has(folder.id)),
    },
    ...(isDefaultFolder(folder.id, userId)
      ? []
      : [
          { label: t`Rename`, onSelect: () => setDoing({ act: 'rename', folder }) },
          { label: t`Delete`, onSelect: () => setDoing({ act: 'delete', folder }), separated: true, danger: true },
        ]),
  ];
  return (
    <>
      <ul className={styles.tiles}>
        {folders.map((folder, at) => (
          <li key={folder.id} {...handlesOf(at)}>
            <FolderTile folder={folder} isCached={offlineFolders.has(folder.id)} entries={entriesOf(folder, at)} />
          </li>
        ))}
      </ul>
      {doing && <FolderDialogs doing={doing} userId={userId} folders={folders} onClose={() => setDoing(undefined)} />}
    </>
  );
}
