import { LogOut } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { userBikesPage } from '#contract/pages.ts';
import { EntryCounts } from '#src/ui/entry-counts.tsx';
import { type AccountCounts, accountEntries } from './account.ts';
import styles from './account-sidebar.module.css';

/** The page for adding a bike counts as part of Bikes. */
function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return to === userBikesPage() && pathname.startsWith('/user/bike/') ? 'true' : undefined;
}

interface AccountSidebarProps {
  counts: AccountCounts;
  onSignOut: () => void;
}

/** The account area's navigation, with Sign Out; from 768 pixels up. */
export function AccountSidebar({ counts, onSignOut }: AccountSidebarProps) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.sidebar} aria-label="Account">
      <ul>
        {accountEntries(counts).map(({ words, icon: Icon, to, ...numbers }) => (
          <li key={to}>
            <Link to={to} aria-current={currentOf(to, pathname)}>
              {Icon && <Icon className="icon" aria-hidden="true" />}
              {words}
              <span className="push">
                <EntryCounts {...numbers} />
              </span>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onSignOut}>
            <LogOut className="icon" aria-hidden="true" />
            Sign Out
          </button>
        </li>
      </ul>
    </nav>
  );
}
