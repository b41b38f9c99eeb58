import { useId, useState } from 'react';
import { altOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo as StoredPhoto } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { allPhotosOf, comparedOf } from '#contract/update-photos.ts';
import { complain } from '#src/forms/complain.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import styles from './compare-dialog.module.css';
import { chooseBeforeAfter } from './updates.actions.ts';

interface ChoiceProps {
  bike: Bike;
  photos: readonly StoredPhoto[];
  title: string;
  chosen: Id;
  onChoose: (id: Id) => void;
}

/** One of the photos, as a group of radio buttons. */
function PhotoRadios({ bike, photos, title, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.photos}>
      <legend>{title}</legend>
      {photos.map((photo) => (
        <label key={photo.id}>
          <input
            type="radio"
            name={name}
            checked={chosen === photo.id}
            aria-label={altOf(bike, photo)}
            onChange={() => onChoose(photo.id)}
          />
          <Photo photo={photo} alt="" sizes="6rem" ratio="4 / 3" />
        </label>
      ))}
    </fieldset>
  );
}

interface CompareDialogProps {
  bike: Bike;
  userId: Id;
  onClose: () => void;
}

/** Chooses the two photos that are compared. */
export function CompareDialog({ bike, userId, onClose }: CompareDialogProps) {
  const now = comparedOf(bike);
  const photos = allPhotosOf(bike);
  const [before, setBefore] = useState(now?.before.id ?? photos[0]?.id ?? '');
  const [after, setAfter] = useState(now?.after.id ?? photos.at(-1)?.id ?? '');
  const isSame = before === after;
  const choose = async (beforeAfter: Bike['beforeAfter'] | null) => {
    onClose();
    try {
      const undo = await chooseBeforeAfter(bike, userId, beforeAfter);
      if (undo) offerUndo(beforeAfter ? t`Before and after shown.` : t`Before and after hidden.`, undo);
    } catch (cause) {
      complain(cause);
    }
  };
  return (
    <Dialog
      title={t`Before and after`}
      sheet
      onClose={onClose}
      actions={
        <>
          <Button aria-disabled={isSame} onClick={() => void choose({ before, after })}>
            Show both
          </Button>
          {now && (
            <Button look="quiet" onClick={() => void choose(null)}>
              Hide
            </Button>
          )}
        </>
      }
    >
      <PhotoRadios
        bike={bike}
        photos={photos}
        title={t.as('of a change')`Before`}
        chosen={before}
        onChoose={setBefore}
      />
      <PhotoRadios bike={bike} photos={photos} title={t.as('of a change')`After`} chosen={after} onChoose={setAfter} />
      <p className="quiet small" role="status">
        {isSame && t`Choose two different photos.`}
      </p>
    </Dialog>
  );
}
