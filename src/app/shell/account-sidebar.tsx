import { NavLink } from 'react-router';
import { Count } from '#src/ui/count.tsx';
import { accountEntries } from './account.ts';
import styles from './account-sidebar.module.css';

/** The account area's places, from 768 pixels up. */
export function AccountSidebar({ waiting }: { waiting: number }) {
  return (
    <nav className={styles.sidebar} aria-label="Account">
      <ul>
        {accountEntries(waiting).map(({ words, icon: Icon, to, count = 0 }) => (
          <li key={to}>
            <NavLink to={to} end>
              {Icon && <Icon className="icon" aria-hidden="true" />}
              {words}
              <span className="push">
                <Count count={count} />
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
