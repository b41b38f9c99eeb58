import { t } from '#contract/texts.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import styles from './bike-form.module.css';
import { DraftPicture } from './draft-picture.tsx';

interface PhotoChoiceProps {
  photos: readonly DraftPhoto[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

interface ChoiceProps {
  photo: DraftPhoto;
  /** Zero-based. */
  place: number;
  checked: boolean;
  onToggle: () => void;
}

function Choice({ photo, place, checked, onToggle }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} aria-label={t`Photo ${place + 1}, of that day`} onChange={onToggle} />
      <DraftPicture photo={photo} alt="" sizes="5rem" ratio="4 / 3" />
    </label>
  );
}

/** Selects which of the bike's photos belong to that day. */
export function PhotoChoice({ photos, chosen, onChange }: PhotoChoiceProps) {
  const toggle = (id: string) =>
    onChange(photos.map((photo) => photo.id).filter((one) => (one === id) !== chosen.includes(one)));
  return (
    <fieldset className={styles.choices}>
      <legend className="small">Photos of that day</legend>
      <div className="row">
        {photos.map((photo, place) => (
          <Choice
            key={photo.id}
            photo={photo}
            place={place}
            checked={chosen.includes(photo.id)}
            onToggle={() => toggle(photo.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
