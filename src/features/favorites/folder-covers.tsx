import { favoriteLimits } from '#contract/favorites.ts';
import type { Photo as BikePhoto } from '#contract/photos.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Photo } from '#src/ui/photo.tsx';
import styles from './favorites.module.css';

interface FolderCoversProps {
  covers: readonly BikePhoto[];
  /** Beside the folder's name in a list. */
  small?: boolean;
}

/** The first four covers of a folder; missing ones stay visibly empty. */
export function FolderCovers({ covers, small }: FolderCoversProps) {
  const empty = ['1', '2', '3', '4'].slice(covers.length);
  return (
    <span className={classNames(styles.mosaic, small && styles.small)} aria-hidden="true">
      {covers.slice(0, favoriteLimits.covers).map((photo) => (
        <Photo key={photo.id} photo={photo} alt="" sizes={small ? '2rem' : '(min-width: 768px) 12rem, 24vw'} />
      ))}
      {empty.map((place) => (
        <i key={place} />
      ))}
    </span>
  );
}
