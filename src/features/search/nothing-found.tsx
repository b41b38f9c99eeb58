import { Link } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { Search } from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import styles from './nothing-found.module.css';
import { choiceText, pageOf, type ValueNames, without } from './search-choices.ts';
import { totalText } from './search-text.ts';

interface NothingFoundProps {
  search: Search;
  waysOut: SearchAnswer['waysOut'];
  names: ValueNames;
}

/** No results: suggests which filters to drop, with the number of bikes for each. */
export function NothingFound({ search, waysOut, names }: NothingFoundProps) {
  return (
    <EmptyState
      art={trailArt}
      title="No bikes found."
      action={
        <Button look="quiet" to={searchPage()}>
          Show all bikes
        </Button>
      }
    >
      {waysOut.length === 0 ? (
        t`Try fewer words or only a brand.`
      ) : (
        <span className={styles.ways}>
          {waysOut.map((way) => (
            <Link key={`${way.name}=${way.value}`} to={pageOf(without(search, way))}>
              <span>
                Without <bdi suppressHydrationWarning>{choiceText(way, search, names)}</bdi>:{' '}
                <span>{totalText(way)}</span>
              </span>
            </Link>
          ))}
        </span>
      )}
    </EmptyState>
  );
}
