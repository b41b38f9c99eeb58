import { Link } from 'react-router';
import type { SharedCovers } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { ListCard } from '#contract/lists.ts';
import { sharedFavoritesPage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import styles from './favorites.module.css';
import { FolderCovers } from './folder-covers.tsx';

/** Shared folders with covers: those of a member, or those of several with their owners. */
export function SharedFolders({ folders }: { folders: readonly (SharedCovers | ListCard)[] }) {
  return (
    <ul className={styles.tiles}>
      {folders.map(({ shareId, name, count, covers, ...rest }) => (
        <li key={shareId}>
          <article className={styles.tile}>
            <FolderCovers covers={covers} />
            <div>
              <h3 className={styles.tileName}>
                <Link className="over-card" to={sharedFavoritesPage(shareId)}>
                  {shownName(name)}
                </Link>
              </h3>
              <p className={styles.tileFacts}>
                {'owner' in rest && <bdi>{rest.owner.username}</bdi>}
                <span>{many(count)`# bike|# bikes`}</span>
              </p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}
