import { Link } from 'react-router';
import type { FavoriteFolder } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import { favoritesPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { CircleCheck, Ellipsis, Link2 } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu-entry.ts';
import styles from './favorites.module.css';
import { FolderCovers } from './folder-covers.tsx';

interface FolderTileProps {
  folder: FavoriteFolder;
  /** The folder is available offline on this device. */
  isCached: boolean;
  entries: readonly MenuEntry[];
}

/** Folder in the overview: covers, name and menu. */
export function FolderTile({ folder, isCached, entries }: FolderTileProps) {
  return (
    <article className={styles.tile}>
      <FolderCovers covers={folder.covers} />
      <div>
        <h2 className={styles.tileName}>
          <Link className="over-card" to={favoritesPage(folder.id)}>
            {shownName(folder.name)}
          </Link>
        </h2>
        <p className={styles.tileFacts}>
          <span>{many(folder.count)`# bike|# bikes`}</span>
          {folder.shareId && (
            <span>
              <Link2 className="icon icon-small" aria-hidden="true" /> Shared
            </span>
          )}
          {isCached && (
            <span className={styles.offline}>
              <CircleCheck className="icon icon-small" aria-hidden="true" /> Offline
            </span>
          )}
        </p>
      </div>
      <div className={styles.tileMenu}>
        <MenuButton label={t`Change ${shownName(folder.name)}`} entries={entries}>
          <Ellipsis className="icon" aria-hidden="true" />
        </MenuButton>
      </div>
    </article>
  );
}
