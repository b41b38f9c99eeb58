import { type ReactNode, useId } from 'react';
import type { Elements } from './elements.ts';
import styles from './section.module.css';

interface SectionProps {
  /** The heading's id, for links with a fragment. */
  id?: string;
  title: ReactNode;
  /** A short grey text after the title. */
  about?: ReactNode;
  /** Shown at the end of the heading's line. */
  action?: Elements;
  children: Elements;
}

/** A section of a page with its heading. */
export function Section({ id: named, title, about, action, children }: SectionProps) {
  const own = useId();
  const id = named ?? own;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className="heading" id={id}>
          {title}
        </h2>
        {about && <p className="quiet small figures">{about}</p>}
        {action && <div className="push">{action}</div>}
      </div>
      {children}
    </section>
  );
}
