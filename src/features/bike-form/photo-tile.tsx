import { photoKindLabel } from '#contract/card-labels.ts';
import { t } from '#contract/texts.ts';
import { UploadShare } from '#src/queries/upload-share.tsx';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Plaque } from '#src/ui/plaque.tsx';
import { DraftPicture } from './draft-picture.tsx';
import styles from './photo-picker.module.css';

interface PhotoTileProps {
  photo: DraftPhoto;
  /** One-based. */
  place: number;
  isCover: boolean;
  /** Whether the note is open. */
  open: boolean;
  onNote: () => void;
}

/** One photo of the draft as a button that opens its note. */
export function PhotoTile({ photo, place, isCover, open, onNote }: PhotoTileProps) {
  const edit = isCover ? t`Edit photo ${place}, cover` : t`Edit photo ${place}`;
  const about = photo.alt || (photo.kind === 'Other' ? '' : photoKindLabel(photo.kind));
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={about ? t`${edit}: ${about}` : edit}
      aria-expanded={open}
      data-details={photo.id}
      onClick={onNote}
    >
      <DraftPicture
        photo={photo}
        alt=""
        sizes={isCover ? '(min-width: 768px) 22rem, 100vw' : '12rem'}
        plaque={isCover ? <Plaque>Cover</Plaque> : undefined}
      />
      <UploadShare id={photo.id} />
    </button>
  );
}
