import { titleOf } from '#contract/bike-names.ts';
import { type FolderBike, favoriteLimits } from '#contract/favorites.ts';
import { t } from '#contract/texts.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { passFocusOn } from '#src/ui/pass-focus-on.ts';
import { Photo } from '#src/ui/photo.tsx';
import styles from './favorites.module.css';
import { noteProblem } from './word-problems.ts';
import { Words } from './words.tsx';

interface NoteBikesProps {
  bikes: readonly FolderBike[];
  /** Says who reads the notes. */
  hint: string;
  /** Names an unsaved note in this tab; ends with the member's id. */
  nameOf: (bike: FolderBike) => string;
  onNote: (bike: FolderBike, note: string) => Promise<void>;
  onRemove?: (bike: FolderBike) => void;
}

/** The bikes of a folder with their notes, to write and to edit. */
export const NoteBikes = ({ bikes, hint, nameOf, onNote, onRemove }: NoteBikesProps) => (
  <ol className={styles.noting}>
    {bikes.map((bike) => (
      <li key={bike.id} ref={passFocusOn}>
        <Photo photo={bike.cover} alt="" sizes="5rem" />
        <div>
          <h2 className={styles.sortName}>{titleOf(bike)}</h2>
          <Words
            small
            label={t`Note on ${titleOf(bike)}`}
            add={t`Add a note`}
            hint={hint}
            name={nameOf(bike)}
            text={bike.note ?? ''}
            max={favoriteLimits.note}
            problem={noteProblem}
            onSave={(note) => onNote(bike, note)}
          />
          {onRemove && (
            <p className="small">
              <LinkButton aria-label={t`Remove ${titleOf(bike)}`} onClick={() => onRemove(bike)}>
                Remove
              </LinkButton>
            </p>
          )}
        </div>
      </li>
    ))}
  </ol>
);
