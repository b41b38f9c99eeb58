import type { ReactNode } from 'react';
import styles from './account-sidebar.module.css';
import { AccountSidebar } from './account-sidebar.tsx';

/** A page of the account area beside its sidebar. */
export function AccountLayout({ waiting, children }: { waiting: number; children: ReactNode }) {
  return (
    <div className={`frame ${styles.layout}`}>
      <AccountSidebar waiting={waiting} />
      <div className={styles.content}>{children}</div>
    </div>
  );
}
