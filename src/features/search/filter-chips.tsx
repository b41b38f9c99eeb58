import { X } from 'lucide-react';
import { Link } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import styles from './filter-chips.module.css';
import type { Asked } from './search.queries.ts';

/** What narrows the search; each part can be taken away. */
export function FilterChips({ search }: { search: Asked }) {
  const { cursor: _, ...asked } = search;
  const filters = Object.entries(asked).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => (value ? [[name, value] as const] : [])),
  );
  if (filters.length === 0) return null;
  const without = (name: string, gone: string) => {
    const values = asked[name as keyof typeof asked];
    return searchPage({ ...asked, [name]: Array.isArray(values) ? values.filter((value) => value !== gone) : '' });
  };
  return (
    <ul className={styles.chips} aria-label="Filters">
      {filters.map(([name, value]) => (
        <li key={`${name} ${value}`}>
          <Link className={styles.chip} to={without(name, value)} aria-label={`Remove the filter ${value}`}>
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
