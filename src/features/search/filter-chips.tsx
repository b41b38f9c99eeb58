import { Link } from 'react-router';
import type { Search } from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { X } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import styles from './filter-chips.module.css';
import { choicesOf, choiceText, pageOf, unfiltered, type ValueNames, without } from './search-choices.ts';

/** Active filters as chips that can be removed. */
export function FilterChips({ search, names }: { search: Search; names: ValueNames }) {
  const choices = choicesOf(search);
  if (choices.length === 0) return null;
  const filters = choices.filter(({ name }) => name !== 'keywords').length;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {choices.map((choice) => {
        const label = choiceText(choice, search, names);
        return (
          <li key={`${choice.name}=${choice.value}`}>
            <Link
              className={styles.chip}
              suppressHydrationWarning
              to={pageOf(without(search, choice))}
              aria-label={t`Remove the filter ${choice.name === 'keywords' ? choice.value : label}`}
            >
              <span suppressHydrationWarning>{label}</span>
              <X className="icon icon-small" aria-hidden="true" />
            </Link>
          </li>
        );
      })}
      {choices.length > 1 && filters > 0 && (
        <li>
          <LinkButton to={pageOf(unfiltered({ ...search, keywords: '' }))}>Clear all</LinkButton>
        </li>
      )}
    </ul>
  );
}
