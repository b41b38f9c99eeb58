import { X } from 'lucide-react';
import { Link } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import styles from './filter-chips.module.css';
import type { Search } from './search.queries.ts';

/** What narrows the search; each part can be taken away. */
export function FilterChips({ search }: { search: Search }) {
  const { cursor: _, ...asked } = search;
  const filters = Object.entries(asked).filter(([, value]) => value !== '');
  if (filters.length === 0) return null;
  const without = (name: string) => searchPage({ ...asked, [name]: '' });
  return (
    <ul className={styles.chips} aria-label="Filters">
      {filters.map(([name, value]) => (
        <li key={name}>
          <Link className={styles.chip} to={without(name)} aria-label={`Remove the filter ${value}`}>
            {name === 'keywords' ? `“${value}”` : value}
            <X className="icon icon-small" aria-hidden="true" />
          </Link>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <LinkButton to={searchPage()}>Clear all</LinkButton>
        </li>
      )}
    </ul>
  );
}
