import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { X } from '#src/ui/icons.js';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './photo-picker.module.css';
import type { PickedPhoto } from './use-picked-photos.ts';

interface PendingPhotosProps {
  photos: readonly PickedPhoto[];
  onRemove: (key: number) => void;
}

/** Picked photos that are not yet part of the draft. */
export function PendingPhotos({ photos, onRemove }: PendingPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <ul className={styles.pending}>
      {photos.map(({ key, name, state }) => (
        <li key={key} aria-busy={state === 'shrinking'}>
          <TrailMark state={state === 'shrinking' ? 'sending' : 'blocked'}>
            {state === 'shrinking' ? t`Adding` : t`Next in line`}
          </TrailMark>
          <span className="quiet small">{name}</span>
          <Button look="plain" icon aria-label={t`Cancel ${name}`} onClick={() => onRemove(key)}>
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
  onRemove: (key: number) => void;
}

/** Photos that could not be added, each with its error message. */
export function RefusedPhotos({ photos, onAgain, onRemove }: RefusedPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <Note state="failed" role="alert">
      {photos.map(({ key, name, problem, canRetry }) => (
        <div key={key} className={styles.refused}>
          <p>{problem}</p>
          {canRetry && (
            <Button look="quiet" small aria-label={t`Try ${name} again`} onClick={() => onAgain(key)}>
              Try again
            </Button>
          )}
          <Button look="plain" icon aria-label={name ? t`Dismiss ${name}` : t`Dismiss`} onClick={() => onRemove(key)}>
            <X className="icon icon-small" aria-hidden="true" />
          </Button>
        </div>
      ))}
    </Note>
  );
}
