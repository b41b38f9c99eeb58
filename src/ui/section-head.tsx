import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionHeadProps {
  id?: string;
  title: ReactNode;
  /** A few grey words after the title. */
  about?: ReactNode;
  /** Stands at the end of the line. */
  action?: ReactNode;
}

/** A heading under its rule. */
export function SectionHead({ id, title, about, action }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      {about && <p className="quiet small figures">{about}</p>}
      {action && <div className="push">{action}</div>}
    </div>
  );
}
