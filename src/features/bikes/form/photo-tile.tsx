import { ArrowLeft, ArrowRight, Ellipsis } from 'lucide-react';
import { UploadShare } from '#src/queries/upload-share.tsx';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Button } from '#src/ui/button.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';
import styles from './photo-picker.module.css';

interface PhotoTileProps {
  photo: DraftPhoto;
  /** One-based; the first photo is the cover. */
  place: number;
  last: boolean;
  /** Whether the note is open. */
  open: boolean;
  onMove: (by: -1 | 1) => void;
  onNote: () => void;
}

function placeOf(photo: DraftPhoto): string {
  if (photo.uploaded) return 'On the site';
  return isMemoryOnly() ? 'In this tab only' : 'On this device';
}

/** One photo of the draft with its actions. */
export function PhotoTile({ photo, place, last, open, onMove, onNote }: PhotoTileProps) {
  const local = useLocalPhoto(photo.id);
  const name = `photo ${place}`;
  return (
    <>
      <Photo
        photo={photo.uploaded && local === undefined ? photo : null}
        local={local ?? undefined}
        alt={photo.alt || `Photo ${place}${photo.kind === 'Other' ? '' : `, ${photo.kind.toLowerCase()}`}`}
        sizes="12rem"
        ratio="4 / 3"
        plate={place === 1 ? <Plaque>Cover</Plaque> : undefined}
      />
      <p className={styles.state}>
        <TrailMark state={photo.uploaded ? 'saved' : 'waiting'}>{placeOf(photo)}</TrailMark>
      </p>
      <UploadShare id={photo.id} />
      <div className={styles.tools}>
        <Button
          look="plain"
          icon
          aria-label={`Move ${name} earlier`}
          aria-disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft className="icon icon-small" aria-hidden="true" />
        </Button>
        <Button look="plain" icon aria-label={`Move ${name} later`} aria-disabled={last} onClick={() => onMove(1)}>
          <ArrowRight className="icon icon-small" aria-hidden="true" />
        </Button>
        <Button
          look="plain"
          icon
          aria-label={`Details of ${name}`}
          data-details={photo.id}
          aria-expanded={open}
          onClick={onNote}
        >
          <Ellipsis className="icon icon-small" aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}
