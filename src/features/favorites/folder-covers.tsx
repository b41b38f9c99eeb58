import type { Photo as BikePhoto } from '#contract/photos.ts';
import { bikeArt } from '#src/ui/bike-art.tsx';
import { Photo } from '#src/ui/photo.tsx';
import styles from './favorites.module.css';

/** First covers of a folder; a placeholder if it is empty. */
export function FolderCovers({ covers }: { covers: readonly BikePhoto[] }) {
  const [first, ...more] = covers;
  if (!first) return <div className={`${styles.covers} ${styles.none}`}>{bikeArt}</div>;
  return (
    <div className={styles.covers} data-covers={covers.length}>
      <Photo photo={first} alt="" sizes="(min-width: 768px) 20rem, 44vw" />
      {more.map((photo) => (
        <Photo key={photo.id} photo={photo} alt="" sizes="10rem" />
      ))}
    </div>
  );
}
