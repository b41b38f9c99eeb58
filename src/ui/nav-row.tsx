import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { ChevronRight } from '#src/ui/icons.js';
import styles from './nav-row.module.css';

interface NavRowProps extends LinkProps {
  /** A short text under the name. */
  about?: string;
  /** A short text at the end of the row. */
  detail?: ReactNode;
}

/** A row that leads to another page; all of it is the link. */
export function NavRow({ about, detail, children, ...link }: NavRowProps) {
  return (
    <Link {...link} className={styles.row}>
      <span>
        <span className={styles.name}>{children}</span>
        {about && <span className="quiet small">{about}</span>}
      </span>
      {detail && <span className="quiet small figures">{detail}</span>}
      <ChevronRight className="icon icon-small mirrors" aria-hidden="true" />
    </Link>
  );
}
