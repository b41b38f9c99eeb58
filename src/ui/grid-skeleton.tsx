import { classNames } from './class-names.ts';
import styles from './skeletons.module.css';

/** The layout of a grid of bikes while they load. */
export function GridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className={classNames(styles.grid, styles.skeleton)} role="img" aria-label="Loading bikes">
      {[...Array(count).keys()].map((place) => (
        <div key={place}>
          <div className={styles.box} />
          <div className={styles.line} />
          <div className={styles.line} />
        </div>
      ))}
    </div>
  );
}
