import { useEffect, useEffectEvent, useRef } from 'react';
import { searchPage } from '#contract/pages.ts';
import { type Search, type SearchSort, searchParamsOf, searchSorts } from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/select.tsx';
import { Hidden } from './hidden.tsx';
import styles from './sort-choice.module.css';

const labels: Record<SearchSort, string> = {
  BestMatch: t`Best match`,
  Newest: t`Newest`,
  Oldest: t`Oldest`,
  Popular: t`Popular`,
};
const options = searchSorts.map((value) => ({ value, label: labels[value] }));

interface SortChoiceProps {
  search: Search;
  onChoose: (next: Search) => void;
}

/** Select for the sort order. Without JavaScript a button submits it. */
export function SortChoice({ search, onChoose }: SortChoiceProps) {
  const select = useRef<HTMLSelectElement>(null);
  const choose = (sort: string) => onChoose({ ...search, sort: sort as SearchSort });
  const chooseEarly = useEffectEvent(() => {
    const early = select.current?.value;
    if (early && early !== search.sort) choose(early);
  });
  // A choice made before hydration.
  useEffect(() => chooseEarly(), []);
  return (
    <form
      method="get"
      action={searchPage()}
      autoComplete="off"
      className={styles.sort}
      onSubmit={(event) => event.preventDefault()}
    >
      <Hidden of={{ ...searchParamsOf(search), sort: '' }} />
      <Select
        ref={select}
        name="sort"
        aria-label="Sort"
        options={options}
        value={search.sort}
        onChange={(event) => choose(event.target.value)}
      />
      <Button type="submit" look="quiet" className={styles.submit}>
        Sort
      </Button>
    </form>
  );
}
