import { classNames } from './class-names.ts';
import styles from './skeletons.module.css';

/** The layout of a bike's page while it loads. */
export function BikeSkeleton() {
  return (
    <div className={classNames(styles.bike, styles.skeleton)} role="img" aria-label="Loading the bike">
      <div className={styles.box} />
      <div>
        <div className={styles.title} />
        <div className={styles.line} />
        <div className={styles.line} />
      </div>
    </div>
  );
}
