import { titleOf } from '#contract/bike-names.ts';
import { type FavoriteFolder, type FolderBike, favoriteLimits } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { Photo } from '#src/ui/photo.tsx';
import { noteOnBike } from './favorites.actions.ts';
import styles from './favorites.module.css';
import { readersOf } from './folder-text.tsx';
import { noteProblem } from './word-problems.ts';
import { Words } from './words.tsx';

interface NoteBikesProps {
  folder: FavoriteFolder;
  userId: Id;
  bikes: readonly FolderBike[];
}

/** The bikes of a folder with the member's notes, to write and to edit. */
export const NoteBikes = ({ folder, userId, bikes }: NoteBikesProps) => (
  <ol className={styles.noting}>
    {bikes.map((bike) => (
      <li key={bike.id}>
        <Photo photo={bike.cover} alt="" sizes="5rem" />
        <div>
          <h2 className={styles.sortName}>{titleOf(bike)}</h2>
          <Words
            small
            label={t`Note on ${titleOf(bike)}`}
            add={t`Add a note`}
            hint={readersOf(folder)}
            name={`note:${folder.id}:${bike.id}:${userId}`}
            text={bike.note ?? ''}
            max={favoriteLimits.note}
            problem={noteProblem}
            onSave={(note) => noteOnBike(bike, folder, userId, note)}
          />
        </div>
      </li>
    ))}
  </ol>
);
