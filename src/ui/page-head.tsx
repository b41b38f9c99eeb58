import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  about?: ReactNode;
  action?: Elements;
}

/** The page's title, once per page. */
export function PageHead({ title, about, action }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1 className="title">{title}</h1>
      {about && <p className="quiet figures">{about}</p>}
      {action && <div className="push">{action}</div>}
    </div>
  );
}
