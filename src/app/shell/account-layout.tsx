import type { ReactNode } from 'react';
import type { AccountCounts } from './account.ts';
import styles from './account-sidebar.module.css';
import { AccountSidebar } from './account-sidebar.tsx';

interface AccountLayoutProps {
  counts: AccountCounts;
  onSignOut: () => void;
  /** Without the sidebar. */
  wide?: boolean | undefined;
  children: ReactNode;
}

/** The layout of the account area: the page and its sidebar. */
export function AccountLayout({ children, wide, ...sidebar }: AccountLayoutProps) {
  if (wide) return <div className="frame">{children}</div>;
  return (
    <div className={`frame ${styles.layout}`}>
      <AccountSidebar {...sidebar} />
      <div className={styles.content}>{children}</div>
    </div>
  );
}
