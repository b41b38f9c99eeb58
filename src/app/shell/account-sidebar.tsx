import { Link, useLocation } from 'react-router';
import {
  deleteAccountPage,
  feedPage,
  followersPage,
  followingPage,
  moderationPage,
  passwordPage,
  preferencesPage,
  securityPage,
  storagePage,
  userBikesPage,
} from '#contract/pages.ts';
import { EntryCounts } from '#src/ui/entry-counts.tsx';
import { LogOut } from '#src/ui/icons.js';
import { type AccountCounts, accountEntries } from './account.ts';
import styles from './account-sidebar.module.css';

/** Where the pages below an entry begin. */
const partsOf: Record<string, readonly string[]> = {
  [userBikesPage()]: ['/user/bike/'],
  [passwordPage()]: [deleteAccountPage(), securityPage()],
  [feedPage()]: [followingPage(), followersPage()],
  [preferencesPage()]: [storagePage()],
  [moderationPage()]: [moderationPage()],
};

function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return partsOf[to]?.some((part) => pathname.startsWith(part)) ? 'true' : undefined;
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
        {accountEntries(counts).map(({ label, icon: Icon, to, ...numbers }) => (
          <li key={to}>
            <Link to={to} aria-current={currentOf(to, pathname)}>
              {Icon && <Icon className="icon" aria-hidden="true" />}
              <span>{label}</span>
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
