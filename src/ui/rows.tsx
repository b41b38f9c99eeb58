import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './rows.module.css';

interface Row {
  key: string;
  name: ReactNode;
  about?: ReactNode;
  /** Its faults. */
  failure?: ReactNode;
  /** At the end of the row. */
  detail?: ReactNode;
}

/** A list of things with a detail each. @param columns two columns where there is room */
export function Rows({ rows, columns }: { rows: readonly Row[]; columns?: boolean }) {
  return (
    <ul className={classNames(styles.rows, columns && styles.columns)}>
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
