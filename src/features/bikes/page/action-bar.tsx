import type { ReactNode } from 'react';
import styles from './bike-page.module.css';

/** What the viewer can do with the bike; stays at the bottom of a phone. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions} data-bottom-bar>
    {children}
  </div>
);
