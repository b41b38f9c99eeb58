import { Button } from '#src/ui/button.tsx';
import { X } from '#src/ui/icons.js';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './photo-picker.module.css';
import type { PickedPhoto } from './use-picked-photos.ts';

interface ComingPhotosProps {
  photos: readonly PickedPhoto[];
  onDrop: (key: number) => void;
}

/** Picked photos that are not yet part of the draft. */
export function ComingPhotos({ photos, onDrop }: ComingPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <ul className={styles.coming}>
      {photos.map(({ key, name, state }) => (
        <li key={key} aria-busy={state === 'shrinking'}>
          <TrailMark state={state === 'shrinking' ? 'sending' : 'blocked'}>
            {state === 'shrinking' ? 'Adding' : 'Next in line'}
          </TrailMark>
          <span className="quiet small">{name}</span>
          <Button look="plain" icon aria-label={`Cancel ${name}`} onClick={() => onDrop(key)}>
            <X className="icon icon-small" aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
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
