import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import { altOf, titleOf } from '#contract/bikes.ts';
import { Button } from '#src/ui/button.tsx';
import { BikePhoto } from './bike-photo.tsx';
import styles from './lightbox.module.css';
import { useTrack } from './use-track.ts';

interface LightboxProps {
  bike: Bike;
  waiting: boolean;
  /** The photo that was open. */
  start: number;
  /** Is told which photo was looked at last. */
  onClose: (last: number) => void;
}

/** A bike's photos as large as the screen. A finger or the arrow keys go on; Escape closes. */
export function Lightbox({ bike, waiting, start, onClose }: LightboxProps) {
  const { photos } = bike;
  const ref = useRef<HTMLDialogElement>(null);
  const { at, go, onKeyDown, track } = useTrack(photos.length, start);
  // The slides have no width before the dialog is open, and the track scrolls to its start in an effect of its own.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    go(start);
    return () => dialog?.close();
  }, [go, start]);
  const caption = photos[at]?.caption;
  return (
    <dialog
      ref={ref}
      className={styles.lightbox}
      aria-label={`Photos of ${titleOf(bike)}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose(at);
      }}
    >
      <div className={styles.bar}>
        <output className="figures small" aria-live="polite" aria-label={`Photo ${at + 1} of ${photos.length}`}>
          {at + 1} / {photos.length}
        </output>
        {caption && <p className="small">{caption}</p>}
        <Button look="plain" icon className={styles.close} aria-label="Close" onClick={() => onClose(at)}>
          <X className="icon" aria-hidden="true" />
        </Button>
      </div>
      <ul {...track} className={styles.track} tabIndex={0} aria-label="Photos">
        {photos.map((photo, place) => (
          <li key={photo.id} aria-hidden={place !== at}>
            <BikePhoto
              waiting={waiting}
              photo={photo}
              alt={altOf(bike, photo)}
              sizes="100vw"
              fit="contain"
              eager={Math.abs(place - at) < 2}
              className={styles.photo}
            />
          </li>
        ))}
      </ul>
      {at > 0 && (
        <Button look="plain" icon className={styles.before} aria-label="Photo before" onClick={() => go(at - 1)}>
          <ChevronLeft className="icon" aria-hidden="true" />
        </Button>
      )}
      {at < photos.length - 1 && (
        <Button look="plain" icon className={styles.after} aria-label="Next photo" onClick={() => go(at + 1)}>
          <ChevronRight className="icon" aria-hidden="true" />
        </Button>
      )}
    </dialog>
  );
}
