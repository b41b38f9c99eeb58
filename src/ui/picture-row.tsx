import type { ComponentProps, ReactNode } from 'react';
import styles from './picture-row.module.css';

interface PictureRowProps extends ComponentProps<'li'> {
  picture: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A list row: a small picture, text and actions. */
export function PictureRow({ picture, actions, children, ...rest }: PictureRowProps) {
  return (
    <li {...rest} className={styles.row}>
      {picture}
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}
