import type { ReactNode } from 'react';
import styles from './rows.module.css';

export interface Row {
  key: string;
  name: ReactNode;
  about?: ReactNode;
  /** What went wrong with it. */
  failure?: ReactNode;
  /** At the end of the row. */
  detail?: ReactNode;
}

/** A list of things with a detail each. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ key, name, about, failure, detail }) => (
        <li key={key}>
          <div className={styles.main}>
            <span className={styles.name}>{name}</span>
            {about && <span className="quiet small">{about}</span>}
            {failure && <span className={styles.failed}>{failure}</span>}
          </div>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
