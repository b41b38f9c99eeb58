import { Link } from 'react-router';
import type { Person } from '#contract/people.ts';
import { userYearPage } from '#contract/user-page.ts';
import styles from './bike-tabs.module.css';

interface PersonYearsProps {
  person: Person;
  /** Latest first. */
  years: readonly number[];
  /** The one that is shown. */
  current?: number;
}

/** Links to a member's years. */
export function PersonYears({ person: { id, username }, years, current }: PersonYearsProps) {
  return (
    <nav className={`${styles.tabs} ${styles.wraps}`} aria-label="Years">
      {years.map((year) => (
        <Link
          key={year}
          className="figures"
          to={userYearPage(id, username, year)}
          aria-current={year === current ? 'page' : undefined}
        >
          {year}
        </Link>
      ))}
    </nav>
  );
}
