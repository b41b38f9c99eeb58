import { X } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './photo-picker.module.css';
import type { PickedPhoto } from './use-picked-photos.ts';

/** Picked photo that is not yet part of the draft. */
export function ComingPhoto({ photo: { name, state }, onDrop }: { photo: PickedPhoto; onDrop: () => void }) {
  const shrinking = state === 'shrinking';
  return (
    <li aria-busy={shrinking}>
      <span className={styles.coming} data-name={name} />
      <span className={styles.comingWords}>
        <TrailMark state={shrinking ? 'sending' : 'blocked'}>{shrinking ? 'Taking it in' : 'Next in line'}</TrailMark>
        <Button look="plain" icon aria-label={`Cancel ${name}`} onClick={onDrop}>
          <X className="icon icon-small" aria-hidden="true" />
        </Button>
      </span>
    </li>
  );
}

interface RefusedPhotosProps {
  photos: readonly PickedPhoto[];
  onAgain: (key: number) => void;
  onDrop: (key: number) => void;
}

/** Photos that could not be added, each with its error message. */
export function RefusedPhotos({ photos, onAgain, onDrop }: RefusedPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <Note state="failed" role="alert">
      {photos.map(({ key, name, problem, mayPass }) => (
        <div key={key} className={styles.refused}>
          <p>{problem}</p>
          {mayPass && (
            <Button look="quiet" small aria-label={`Try ${name} again`} onClick={() => onAgain(key)}>
              Try again
            </Button>
          )}
          <Button look="plain" icon aria-label={`Dismiss ${name}`} onClick={() => onDrop(key)}>
            <X className="icon icon-small" aria-hidden="true" />
          </Button>
        </div>
      ))}
    </Note>
  );
}
