import { useState } from 'react';
import { photoKinds } from '#contract/bike-options.ts';
import type { PhotoNote } from '#contract/photos.ts';
import { numberOf } from '#contract/units.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { discardPhoto } from '../drafts/discard-draft.ts';
import { notePhoto } from '../drafts/draft-photos.ts';
import styles from './photo-picker.module.css';
import { photoProblems } from './photo-problems.ts';

interface PhotoNoteFormProps {
  photo: DraftPhoto;
  place: number;
  /** Absent if the photo is already the cover. */
  onCover?: () => void;
  onClose: () => void;
  onRemoved: () => void;
}

/** Caption, alternative text and year of a photo; saved while the member types. */
export function PhotoNoteForm({ photo, place, onCover, onClose, onRemoved }: PhotoNoteFormProps) {
  const [caption, setCaption] = useState(photo.caption);
  const [alt, setAlt] = useState(photo.alt);
  const [year, setYear] = useState(Number.isFinite(photo.takenYear) ? String(photo.takenYear) : '');
  const problems = photoProblems({ ...photo, caption, alt, takenYear: numberOf(year) });
  const [notKept, setNotKept] = useState<string | null>(null);
  const keep = (note: Partial<PhotoNote>) =>
    void notePhoto(photo.id, note).then(
      () => setNotKept(null),
      (error: Error) => setNotKept(error.message),
    );
  const remove = async () => {
    const undo = await discardPhoto(photo.id);
    onRemoved();
    offerUndo(`Photo ${place} removed.`, undo);
  };
  return (
    <fieldset className={styles.noteForm} aria-label={`Photo ${place}`}>
      <Field label="What it shows" errors={problems.kind}>
        <Select
          options={photoKinds}
          value={photo.kind}
          onChange={(event) => keep({ kind: event.target.value as PhotoNote['kind'] })}
        />
      </Field>
      <Field label="Caption" optional errors={problems.caption}>
        <TextInput
          value={caption}
          onChange={(event) => {
            setCaption(event.target.value);
            keep({ caption: event.target.value });
          }}
        />
      </Field>
      <Field
        label="For those who cannot see it"
        optional
        hint="Without words it is described by the bike’s name."
        errors={problems.alt}
      >
        <TextArea
          rows={2}
          value={alt}
          onChange={(event) => {
            setAlt(event.target.value);
            keep({ alt: event.target.value });
          }}
        />
      </Field>
      <Field label="Year it was taken" optional errors={problems.takenYear}>
        <TextInput
          inputMode="numeric"
          value={year}
          onChange={(event) => {
            setYear(event.target.value);
            keep({ takenYear: numberOf(event.target.value) });
          }}
        />
      </Field>
      {notKept && (
        <Note state="failed" role="alert">
          {notKept}
        </Note>
      )}
      <div className="row">
        {onCover && (
          <Button look="quiet" small onClick={onCover}>
            Make it the cover
          </Button>
        )}
        <Button look="quiet" small onClick={remove}>
          Remove
        </Button>
        <Button look="plain" small className="push" onClick={onClose}>
          Done
        </Button>
      </div>
    </fieldset>
  );
}
