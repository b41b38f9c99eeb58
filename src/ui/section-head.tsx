import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';
import styles from './section.module.css';

interface SectionHeadProps {
  id?: string;
  title: ReactNode;
  /** A short grey text after the title. */
  about?: ReactNode;
  /** Shown at the end of the line. */
  action?: Elements;
}

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
