import { Link } from 'react-router';
import type { SharedCovers } from '#contract/favorites.ts';
import { sharedFavoritesPage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import styles from './favorites.module.css';
import { FolderCovers } from './folder-covers.tsx';
import { shownName } from './folder-name.ts';

/** The folders that a member shares, with covers. */
export function SharedFolders({ folders }: { folders: readonly SharedCovers[] }) {
  return (
    <ul className={styles.tiles}>
      {folders.map(({ shareId, name, count, covers }) => (
        <li key={shareId}>
          <article className={styles.tile}>
            <FolderCovers covers={covers} />
            <h3 className={styles.tileName}>
              <Link className="over-card" to={sharedFavoritesPage(shareId)}>
                {shownName(name)}
              </Link>
            </h3>
            <p className={styles.tileFacts}>{many(count)`# bike|# bikes`}</p>
          </article>
        </li>
      ))}
    </ul>
  );
}
