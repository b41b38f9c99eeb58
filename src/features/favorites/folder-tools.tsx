import { type FavoriteFolder, isDefaultFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { ArrowUpDown, Ellipsis, MessageCircle, Share2 } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { setAvailableOffline } from './download-folder.ts';
import styles from './favorites.module.css';
import { useOfflineFolders } from './favorites.queries.ts';
import type { FolderAct } from './folder-dialogs.tsx';
import { LiveCheck } from './live-check.tsx';

/** The use of an open folder: its bikes are looked at, sorted, or given notes. */
export type FolderMode = 'look' | 'sort' | 'note';

interface FolderToolsProps {
  folder: FavoriteFolder;
  userId: Id;
  mode: FolderMode;
  /** Number of bikes. */
  count: number;
  onMode: (mode: FolderMode) => void;
  onAct: (doing: FolderAct) => void;
}

/** Toolbar of the open folder. */
export function FolderTools({ folder, userId, mode, count, onMode, onAct }: FolderToolsProps) {
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
        {count > 1 && mode !== 'note' && (
          <Button look="quiet" small onClick={() => onMode(mode === 'sort' ? 'look' : 'sort')}>
            <ArrowUpDown className="icon icon-small" aria-hidden="true" />
            <span>{mode === 'sort' ? t`Done` : t`Sort`}</span>
          </Button>
        )}
        {count > 0 && mode !== 'sort' && (
          <Button look="quiet" small onClick={() => onMode(mode === 'note' ? 'look' : 'note')}>
            <MessageCircle className="icon icon-small" aria-hidden="true" />
            <span>{mode === 'note' ? t`Done` : t`Notes`}</span>
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
