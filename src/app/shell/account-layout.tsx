import type { ReactNode } from 'react';
import type { OutboxCounts } from './account.ts';
import styles from './account-sidebar.module.css';
import { AccountSidebar } from './account-sidebar.tsx';

/** A page of the account area beside its sidebar. */
export function AccountLayout({ counts, children }: { counts: OutboxCounts; children: ReactNode }) {
  return (
    <div className={`frame ${styles.layout}`}>
      <AccountSidebar counts={counts} />
      <div className={styles.content}>{children}</div>
    </div>
  );
}
