import { useState } from 'react';
import { photoKinds } from '#contract/bike-options.ts';
import { photoKindLabel } from '#contract/card-labels.ts';
import type { PhotoNote } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { numberOf } from '#contract/units.ts';
import { discardPhoto } from '#src/features/bikes/discard-draft.ts';
import { notePhoto } from '#src/features/drafts/draft-photos.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { ArrowLeft, ArrowRight } from '#src/ui/icons.js';
import { Note } from '#src/ui/note.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './photo-picker.module.css';
import { photoProblems } from './photo-problems.ts';

interface PhotoNoteFormProps {
  photo: DraftPhoto;
  /** One-based. */
  place: number;
  /** Whether the first photo is the cover. */
  hasCover: boolean;
  last: boolean;
  /** Called with the new position, counted from 0. */
  onMove: (to: number) => void;
  onClose: () => void;
  onRemoved: () => void;
}

function storedAt(photo: DraftPhoto): string {
  if (photo.uploaded) return t`On the site`;
  return isMemoryOnly() ? t`In this tab only` : t`On this device`;
}

/** Moves, describes or removes a photo; saved while the member types. */
export function PhotoNoteForm({ photo, place, hasCover, last, onMove, onClose, onRemoved }: PhotoNoteFormProps) {
  const [caption, setCaption] = useState(photo.caption);
  const [alt, setAlt] = useState(photo.alt);
  const [year, setYear] = useState(Number.isFinite(photo.takenYear) ? String(photo.takenYear) : '');
  const problems = photoProblems({ ...photo, caption, alt, takenYear: numberOf(year) });
  const [notSaved, setNotSaved] = useState<string | null>(null);
  const save = (note: Partial<PhotoNote>) =>
    void notePhoto(photo.id, note).then(
      () => setNotSaved(null),
      (error: Error) => setNotSaved(error.message),
    );
  const remove = async () => {
    const undo = await discardPhoto(photo.id);
    onRemoved();
    offerUndo(t`Photo ${place} removed.`, undo);
  };
  return (
    <fieldset className={styles.noteForm} aria-label={t`Photo ${place}`}>
      <div className={styles.noteHead}>
        <div>
          <p className={styles.noteTitle}>{t`Photo ${place}`}</p>
          <TrailMark state={photo.uploaded ? 'saved' : 'waiting'}>{storedAt(photo)}</TrailMark>
        </div>
        <Button
          look="quiet"
          icon
          aria-label={t`Move photo ${place} earlier`}
          aria-disabled={place === 1}
          onClick={() => onMove(place - 2)}
        >
          <ArrowLeft className="icon mirrors" aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          icon
          aria-label={t`Move photo ${place} later`}
          aria-disabled={last}
          onClick={() => onMove(place)}
        >
          <ArrowRight className="icon mirrors" aria-hidden="true" />
        </Button>
      </div>
      <Field label="View" errors={problems.kind}>
        <Select
          options={photoKinds}
          labelOf={photoKindLabel}
          value={photo.kind}
          onChange={(event) => save({ kind: event.target.value as PhotoNote['kind'] })}
        />
      </Field>
      <Field label="Caption" optional errors={problems.caption}>
        <TextInput
          value={caption}
          onChange={(event) => {
            setCaption(event.target.value);
            save({ caption: event.target.value });
          }}
        />
      </Field>
      <Field
        label="Description for screen readers"
        optional
        hint="If you leave it empty, we use the bike’s name."
        errors={problems.alt}
      >
        <TextArea
          rows={2}
          value={alt}
          onChange={(event) => {
            setAlt(event.target.value);
            save({ alt: event.target.value });
          }}
        />
      </Field>
      <Field label="Year it was taken" optional errors={problems.takenYear}>
        <TextInput
          inputMode="numeric"
          value={year}
          onChange={(event) => {
            setYear(event.target.value);
            save({ takenYear: numberOf(event.target.value) });
          }}
        />
      </Field>
      {notSaved && (
        <Note state="failed" role="alert">
          {notSaved}
        </Note>
      )}
      <div className="row">
        {hasCover && place > 1 && (
          <Button look="quiet" small onClick={() => onMove(0)}>
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
