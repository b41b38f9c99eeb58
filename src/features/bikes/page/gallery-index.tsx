import { useEffect, useRef } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import { photoKindLabel } from '#contract/card-labels.ts';
import { t } from '#contract/texts.ts';
import { BikePhoto } from './bike-photo.tsx';
import styles from './gallery.module.css';

/** Id of a photo's slide, used as URL fragment. */
export const slideId = (photoId: string): string => `photo-${photoId}`;

interface GalleryIndexProps {
  bike: Bike;
  waiting: boolean;
  /** Index of the current photo. */
  at: number;
  onChoose: (place: number) => void;
}

/** Thumbnails under the current photo. */
export function GalleryIndex({ bike, waiting, at, onChoose }: GalleryIndexProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.children[at];
    if (!(chosen instanceof HTMLElement) || !row.current) return;
    row.current.scrollTo({ left: chosen.offsetLeft - (row.current.clientWidth - chosen.clientWidth) / 2 });
  }, [at]);
  return (
    <div ref={row} className={styles.index}>
      {bike.photos.map((photo, place) => (
        <a
          key={photo.id}
          href={`#${slideId(photo.id)}`}
          aria-label={t`Photo ${place + 1} of ${bike.photos.length}: ${photoKindLabel(photo.kind)}`}
          aria-current={place === at}
          onClick={(event) => {
            event.preventDefault();
            onChoose(place);
          }}
        >
          <BikePhoto waiting={waiting} photo={photo} alt="" sizes="9rem" />
        </a>
      ))}
    </div>
  );
}
