import type { Photo as BikePhoto } from '#contract/photos.ts';
import { Photo } from '#src/ui/photo.tsx';
import styles from './favorites.module.css';

/** The first bikes of a folder, beside each other. */
export function FolderCovers({ covers }: { covers: readonly BikePhoto[] }) {
  const [first, ...more] = covers;
  return (
    <div className={styles.covers} data-covers={covers.length}>
      <Photo photo={first ?? null} alt="" sizes="(min-width: 768px) 20rem, 44vw" />
      {more.map((photo) => (
        <Photo key={photo.id} photo={photo} alt="" sizes="10rem" />
      ))}
    </div>
  );
}
