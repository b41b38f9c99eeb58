import {
  type ComponentProps,
  type DragEvent,
  Fragment,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { photoGuidePage } from '#contract/pages.ts';
import { photoLimits } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { reorderPhotos } from '#src/features/drafts/draft-photos.ts';
import { downloadDraftPhotos } from '#src/features/drafts/server-drafts.ts';
import { complain } from '#src/forms/complain.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { AddPhotos } from './add-photos.tsx';
import type { FormFields } from './form-fields.ts';
import { FormSection } from './form-section.tsx';
import { PendingPhotos, RefusedPhotos } from './pending-photos.tsx';
import { PhotoNoteForm } from './photo-note-form.tsx';
import styles from './photo-picker.module.css';
import { hasPhotoProblem } from './photo-problems.ts';
import { PhotoTile } from './photo-tile.tsx';
import type { usePickedPhotos } from './use-picked-photos.ts';

function moved(ids: readonly Id[], from: number, to: number): Id[] {
  const rest = ids.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)];
}

/** Reorders a draft's photos. Browsers drop the focus when an element moves, so the pressed button is focused again. */
function usePhotoOrder(draftId: Id | null, ids: readonly Id[]) {
  const pressed = useRef<HTMLElement | null>(null);
  const order = ids.join();
  // A new order is what triggers the effect.
  useLayoutEffect(() => {
    if (order && document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [order]);
  return (from: number, to: number) => {
    if (!draftId || from === to || to < 0 || to >= ids.length) return;
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    reorderPhotos(draftId, moved(ids, from, to)).catch(complain);
  };
}

interface PhotoPickerProps extends Omit<ComponentProps<'fieldset'>, 'form'> {
  form: FormFields;
  draftId: Id | null;
  photos: readonly DraftPhoto[];
  picked: ReturnType<typeof usePickedPhotos>;
  /** The photos of an update: fewer, none is the cover, and they may be of anything. */
  ofUpdate?: boolean;
}

/** The draft's photos in order, those being processed and those refused. */
export function PhotoPicker({ form, draftId, photos, picked, ofUpdate = false, ...rest }: PhotoPickerProps) {
  const max = ofUpdate ? photoLimits.perUpdate : photoLimits.perBike;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState<Id>();
  const [dragged, setDragged] = useState<number>();
  const errors = form.errors('photos');
  const move = usePhotoOrder(
    draftId,
    photos.map((photo) => photo.id),
  );
  const isSent = photos.some((photo) => photo.undecoded && photo.uploaded);
  useEffect(() => {
    if (draftId && isSent) void downloadDraftPhotos(draftId).catch(() => undefined);
  }, [draftId, isSent]);
  const noted = chosen ?? photos.find(hasPhotoProblem)?.id;

  // The pressed button disappears with its photo.
  const focusAdd = () => list.current?.querySelector<HTMLElement>('[name="photos"]')?.focus();
  const dropPicked = (key: number) => {
    picked.drop(key);
    focusAdd();
  };
  const again = (key: number) => {
    picked.again(key);
    focusAdd();
  };

  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged === undefined) void picked.add([...event.dataTransfer.files]);
    else move(dragged, to);
    setDragged(undefined);
  };

  return (
    <FormSection
      data-part="photos"
      {...rest}
      title="Photos"
      about={photos.length > 0 && t`${photos.length} of ${max}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, photos.length - 1)}
    >
      <ol ref={list} className={styles.picker}>
        {photos.map((photo, at) => (
          <Fragment key={photo.id}>
            <li
              draggable
              className={at === 0 && !ofUpdate ? styles.cover : undefined}
              data-dragged={dragged === at || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDrop={(event) => drop(event, at)}
            >
              <PhotoTile
                photo={photo}
                place={at + 1}
                isCover={at === 0 && !ofUpdate}
                open={noted === photo.id}
                onNote={() => setChosen(noted === photo.id ? undefined : photo.id)}
              />
            </li>
            {noted === photo.id && (
              <li className={styles.note}>
                <PhotoNoteForm
                  photo={photo}
                  place={at + 1}
                  hasCover={!ofUpdate}
                  last={at === photos.length - 1}
                  onMove={(to) => move(at, to)}
                  onClose={() => {
                    setChosen(undefined);
                    list.current?.querySelector<HTMLElement>(`[data-details="${photo.id}"]`)?.focus();
                  }}
                  onRemoved={() => {
                    setChosen(undefined);
                    focusAdd();
                  }}
                />
              </li>
            )}
          </Fragment>
        ))}
        {photos.length < max && (
          <AddPhotos
            isFirst={photos.length === 0 && !ofUpdate}
            errorsId={errors.length > 0 ? `${id}-errors` : undefined}
            onFiles={(files) => void picked.add(files)}
          />
        )}
      </ol>
      {photos.some((photo) => photo.undecoded && !photo.uploaded) && (
        <p className="quiet">HEIC photos added. Previews appear after upload.</p>
      )}
      <PendingPhotos photos={picked.pending} onRemove={dropPicked} />
      <FieldErrors id={`${id}-errors`} errors={errors} />
      <RefusedPhotos photos={picked.refused} onAgain={again} onRemove={dropPicked} />
      {!ofUpdate && (
        <p className="quiet">
          <span>Start with the drive side. One photo is enough.</span>
          {photos.length > 0 && <span> Tap one to move it, name it or remove it.</span>}{' '}
          <Link to={photoGuidePage()}>Photo Guide</Link>
        </p>
      )}
    </FormSection>
  );
}
