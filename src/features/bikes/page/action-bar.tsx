import type { ReactNode } from 'react';
import styles from './bike-page.module.css';

/** The viewer's actions for the bike; stays at the bottom of a phone. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions} data-bottom-bar>
    {children}
  </div>
);
