import { type FavoriteFolder, isDefaultFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { ArrowUpDown, Ellipsis, Share2 } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { setAvailableOffline } from './download-folder.ts';
import styles from './favorites.module.css';
import { useOfflineFolders } from './favorites.queries.ts';
import type { FolderAct } from './folder-dialogs.tsx';
import { LiveCheck } from './live-check.tsx';

interface FolderToolsProps {
  folder: FavoriteFolder;
  userId: Id;
  sorting: boolean;
  /** The folder has bikes to sort. */
  canSort: boolean;
  onSort: () => void;
  onAct: (doing: FolderAct) => void;
}

/** Toolbar of the open folder. */
export function FolderTools({ folder, userId, sorting, canSort, onSort, onAct }: FolderToolsProps) {
  const isOffline = useOfflineFolders().has(folder.id);
  return (
    <div className={styles.tools}>
      <LiveCheck
        of={`${userId} ${folder.id}`}
        on={isOffline}
        onSet={(on) => setAvailableOffline(userId, folder.id, on)}
      >
        Keep offline
      </LiveCheck>
      <div className={styles.toolButtons}>
        {canSort && (
          <Button look="quiet" small onClick={onSort}>
            <ArrowUpDown className="icon icon-small" aria-hidden="true" />
            <span>{sorting ? t`Done` : t`Sort`}</span>
          </Button>
        )}
        <Button look="quiet" small onClick={() => onAct({ act: 'share', folder })}>
          <Share2 className="icon icon-small" aria-hidden="true" />
          <span>{folder.shareId ? t`Shared` : t`Share`}</span>
        </Button>
        {!isDefaultFolder(folder.id, userId) && (
          <MenuButton
            label={t`Change ${folder.name}`}
            look="quiet"
            small
            entries={[
              { label: t`Rename`, onSelect: () => onAct({ act: 'rename', folder }) },
              { label: t`Delete`, onSelect: () => onAct({ act: 'delete', folder }), separated: true, danger: true },
            ]}
          >
            <Ellipsis className="icon icon-small" aria-hidden="true" />
          </MenuButton>
        )}
      </div>
    </div>
  );
}
