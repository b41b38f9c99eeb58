import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { altOf, titleOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from '#src/ui/icons.js';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { BikePhoto } from './bike-photo.tsx';
import styles from './lightbox.module.css';
import { captionOf } from './photo-text.ts';
import { useCanBeLarge } from './use-can-be-large.ts';
import { useTrack } from './use-track.ts';
import { useZoom } from './use-zoom.ts';

interface LightboxProps {
  bike: Bike;
  waiting: boolean;
  /** Index of the first photo shown; later changes are ignored. */
  start: number;
  /** Ids of the photos requested in full size in data-saving mode. */
  asked: ReadonlySet<string>;
  onAsk: (place: number) => void;
  /** Called with the index of each photo that is shown. */
  onShow: (place: number) => void;
  onClose: () => void;
}

/** Announced after a change of zoom. */
const extentText = { whole: '', larger: t`Enlarged`, largest: t`Fully enlarged` };
/** Requests the largest file when a photo is enlarged. */
const [wholeSizes, largeSizes] = ['100vw', '400vw'];

/**
 * Full-screen photos. Swipe or arrow keys change the photo; pinch, double tap, wheel, plus and minus zoom; a drag or
 * the arrow keys pan an enlarged photo; Escape closes.
 */
export function Lightbox({ bike, waiting, start, asked, onAsk, onShow, onClose }: LightboxProps) {
  const { photos } = bike;
  const ref = useRef<HTMLDialogElement>(null);
  const [first] = useState(start);
  const { at, go, onKeyDown, track } = useTrack(photos.length, first);
  const zoom = useZoom(track.ref, at, photos[at]);
  const captions = photos.map(captionOf);
  const canBeLarge = useCanBeLarge(photos[at], waiting, asked);
  const whole = zoom.extent === 'whole';
  // Slides have no width before the dialog is open, and the track sets its initial scroll position in its own effect.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    track.ref.current?.focus();
    go(first);
    return () => dialog?.close();
  }, [go, first, track.ref]);
  useEffect(() => onShow(at), [onShow, at]);
  return (
    <dialog
      ref={ref}
      className={styles.lightbox}
      data-theme="dark"
      aria-label={t`Photos of ${titleOf(bike)}`}
      onKeyDown={(event) => {
        // Keeps the gallery under the dialog from moving.
        event.stopPropagation();
        if (!zoom.onKeyDown(event)) onKeyDown(event);
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.bar}>
        <output className="figures small" aria-live="polite" aria-label={t`Photo ${at + 1} of ${photos.length}`}>
          {`${at + 1} / ${photos.length}`}
        </output>
        <VisuallyHidden>
          <output aria-live="polite">{extentText[zoom.extent]}</output>
        </VisuallyHidden>
        {canBeLarge && (
          <Button
            look="plain"
            small
            aria-label="Load the large photo"
            onClick={() => {
              onAsk(at);
              track.ref.current?.focus();
            }}
          >
            Large photo
          </Button>
        )}
        <Button
          look="plain"
          icon
          className={styles.first}
          aria-label="Zoom out"
          aria-disabled={whole}
          onClick={zoom.smaller}
        >
          <ZoomOut className="icon" aria-hidden="true" />
        </Button>
        <Button look="plain" icon aria-label="Zoom in" aria-disabled={zoom.extent === 'largest'} onClick={zoom.larger}>
          <ZoomIn className="icon" aria-hidden="true" />
        </Button>
        <Button look="plain" icon className={styles.close} aria-label="Close" onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </Button>
      </div>
      <ul {...track} className={styles.track} data-zoomed={!whole || undefined} tabIndex={0} aria-label="Photos">
        {photos.map((photo, place) => (
          <li key={photo.id} aria-hidden={place !== at}>
            <div className={styles.frame}>
              <BikePhoto
                waiting={waiting}
                photo={photo}
                alt={altOf(bike, photo)}
                sizes={place === at && !whole ? largeSizes : wholeSizes}
                large={asked.has(photo.id)}
                fit="contain"
                eager={Math.abs(place - at) < 2}
                className={styles.photo}
              />
            </div>
          </li>
        ))}
      </ul>
      {captions.some(Boolean) && (
        <p className={styles.caption} dir="auto" lang={languageOfText(captions[at] ?? '')} aria-live="polite">
          {captions[at]}
        </p>
      )}
      {at > 0 && (
        <Button look="plain" icon className={styles.before} aria-label="Previous photo" onClick={() => go(at - 1)}>
          <ChevronLeft className="icon mirrors" aria-hidden="true" />
        </Button>
      )}
      {at < photos.length - 1 && (
        <Button look="plain" icon className={styles.after} aria-label="Next photo" onClick={() => go(at + 1)}>
          <ChevronRight className="icon mirrors" aria-hidden="true" />
        </Button>
      )}
    </dialog>
  );
}
