import { Link } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import styles from './bike-page.module.css';

/** Tags that link to the search. */
export function BikeTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={searchPage({ keywords: tag })}>{`#${tag}`}</Link>
        </li>
      ))}
    </ul>
  );
}
