import type { ComponentProps, ReactNode } from 'react';
import styles from './picture-row.module.css';

interface PictureRowProps extends ComponentProps<'li'> {
  picture: ReactNode;
  /** What can be done about it: buttons and links. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One row of a list: a small picture, its words, and what can be done about it. */
export function PictureRow({ picture, actions, children, ...rest }: PictureRowProps) {
  return (
    <li {...rest} className={styles.row}>
      {picture}
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
