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

/** The first four covers of a folder. With fewer, the first one fills the box. */
export function FolderCovers({ covers, small }: FolderCoversProps) {
  const isMosaic = covers.length >= favoriteLimits.covers;
  const shown = covers.slice(0, isMosaic ? favoriteLimits.covers : 1);
  const sizes = isMosaic ? '(min-width: 768px) 12rem, 24vw' : '(min-width: 768px) 24rem, 48vw';
  return (
    <span className={classNames(styles.covers, isMosaic && styles.mosaic, small && styles.small)} aria-hidden="true">
      {shown.map((photo) => (
        <Photo key={photo.id} photo={photo} alt="" sizes={small ? '4rem' : sizes} />
      ))}
      {shown.length === 0 && <i />}
    </span>
  );
}
