import { Camera } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { reorderPhotos } from '#src/offline/drafts.ts';
import type { DraftPhoto } from '#src/offline/vault.ts';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import formStyles from './bike-form.module.css';
import type { FormFields } from './form-fields.ts';
import { PhotoNoteForm } from './photo-note-form.tsx';
import styles from './photo-picker.module.css';
import { hasPhotoProblem } from './photo-problems.ts';
import { PhotoTile } from './photo-tile.tsx';
import type { usePickedPhotos } from './use-picked-photos.ts';

interface PhotoPickerProps {
  form: FormFields;
  draftId: Id | null;
  photos: readonly DraftPhoto[];
  picked: ReturnType<typeof usePickedPhotos>;
}

const accepted = [...photoLimits.types, 'image/heic', 'image/heif'].join(',');

function moved(ids: readonly Id[], from: number, to: number): Id[] {
  const rest = ids.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)];
}

/** The photos of a draft in their order, what is being taken in, and what was refused. */
export function PhotoPicker({ form, draftId, photos, picked }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Id>();
  const [dragged, setDragged] = useState<number>();
  const errors = form.errors('photos');
  const ids = photos.map((photo) => photo.id);
  const noted = chosen ?? photos.find(hasPhotoProblem)?.id;

  const move = (from: number, to: number) => {
    if (draftId && from !== to && to >= 0 && to < ids.length) void reorderPhotos(draftId, moved(ids, from, to));
  };
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged === undefined) picked.add([...event.dataTransfer.files]);
    else move(dragged, to);
    setDragged(undefined);
  };

  return (
    <fieldset
      className={formStyles.part}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, ids.length - 1)}
    >
      <legend className="heading">Photos</legend>
      <p className="quiet small">Drive side first, if you can. Drag a photo, or use its arrows, to change the order.</p>
      <ol className={styles.picker}>
        {photos.map((photo, at) => [
          <li
            key={photo.id}
            draggable
            data-dragged={dragged === at || undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(undefined)}
            onDrop={(event) => drop(event, at)}
          >
            <PhotoTile
              photo={photo}
              place={at + 1}
              last={at === photos.length - 1}
              open={noted === photo.id}
              onMove={(by) => move(at, at + by)}
              onNote={() => setChosen(noted === photo.id ? undefined : photo.id)}
            />
          </li>,
          noted === photo.id && (
            <li key={`${photo.id}-note`} className={styles.note}>
              <PhotoNoteForm
                photo={photo}
                place={at + 1}
                onCover={at > 0 ? () => move(at, 0) : undefined}
                onClose={() => setChosen(undefined)}
              />
            </li>
          ),
        ])}
        {picked.coming.map((one) => (
          <li key={one.key} aria-busy={one.state === 'shrinking'}>
            <span className={styles.coming} data-name={one.name} />
            <TrailMark state={one.state === 'shrinking' ? 'sending' : 'blocked'}>
              {one.state === 'shrinking' ? 'Taking it in' : 'Next in line'}
            </TrailMark>
          </li>
        ))}
        {photos.length < photoLimits.perBike && (
          <li>
            <button
              type="button"
              className={styles.add}
              aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
              data-invalid={errors.length > 0 || undefined}
              onClick={() => input.current?.click()}
            >
              <Camera className="icon" aria-hidden="true" />
              Add photos
              <span className="quiet small figures">
                {photos.length} of {photoLimits.perBike}
              </span>
            </button>
          </li>
        )}
      </ol>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label="Photos"
        onChange={(event) => {
          picked.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {errors.length > 0 && (
        <div id={`${id}-errors`}>
          {errors.map((error) => (
            <p key={error}>
              <TrailMark state="failed">{error}</TrailMark>
            </p>
          ))}
        </div>
      )}
      {picked.refused.length > 0 && (
        <Note state="failed" role="alert">
          {picked.refused.map((one) => (
            <p key={one.key}>{one.problem}</p>
          ))}
        </Note>
      )}
    </fieldset>
  );
}
