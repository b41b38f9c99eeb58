import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import styles from './section.module.css';
import skeletons from './skeletons.module.css';

/** The layout of a section whose content is not known yet. */
export function SectionSkeleton({ children }: { children: Elements }) {
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <p className={classNames('heading', skeletons.heading, skeletons.skeleton)}>&nbsp;</p>
      </div>
      {children}
    </div>
  );
}
