import type { ComponentProps, ReactNode } from 'react';
import type { Elements } from './elements.ts';
import styles from './picture-row.module.css';

interface PictureRowProps extends ComponentProps<'li'> {
  picture: Elements;
  /** Buttons and links. */
  actions?: Elements;
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
