import { Link } from 'react-router';
import type { SharedCovers } from '#contract/favorites.ts';
import { sharedFavoritesPage } from '#contract/pages.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { counted } from '#src/ui/format.ts';
import styles from './favorites.module.css';
import { FolderCovers } from './folder-covers.tsx';

/** The folders that a member shares, with covers. */
export function SharedFolders({ folders }: { folders: readonly SharedCovers[] }) {
  const writing = useWriting();
  return (
    <ul className={styles.tiles}>
      {folders.map(({ shareId, name, count, covers }) => (
        <li key={shareId}>
          <article className={styles.tile}>
            <FolderCovers covers={covers} />
            <h3 className={styles.tileName}>
              <Link className="over-card" to={sharedFavoritesPage(shareId)}>
                {name}
              </Link>
            </h3>
            <p className={styles.tileFacts}>{counted(count, 'bike', { writing })}</p>
          </article>
        </li>
      ))}
    </ul>
  );
}
