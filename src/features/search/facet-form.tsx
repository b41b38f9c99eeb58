import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchPage } from '#contract/pages.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { FacetName } from '#contract/search/facets.ts';
import { readSearch, type Search, searchParamsOf } from '#contract/search/query.ts';
import { Button } from '#src/ui/button.tsx';
import { FacetGroup } from './facet-group.tsx';
import styles from './facets.module.css';
import { Hidden } from './hidden.tsx';
import { pageOf, toggled, yearTexts } from './search-choices.ts';
import { YearRange } from './year-range.tsx';

interface FacetFormProps {
  search: Search;
  counted: Pick<SearchAnswer, 'facets' | 'years'>;
  onChoose: (next: Search) => void;
}

/** Facets that are expanded initially, the most used ones. */
const begun: readonly FacetName[] = ['category', 'drivetrain', 'frameMaterial', 'color'];
/** Facet after which the year range is placed. */
const beforeYears: FacetName = 'frameMaterial';

/** Search with the inputs that were changed before hydration; null if there are none. */
function chosenEarly(form: HTMLFormElement, search: Search): Search | null {
  const inputs = [...form.querySelectorAll('input')];
  const ticked = inputs.filter(
    ({ type, checked, defaultChecked }) => type === 'checkbox' && checked !== defaultChecked,
  );
  const typed = inputs.filter(({ type, value, defaultValue }) => type === 'text' && value !== defaultValue);
  if (ticked.length + typed.length === 0) return null;
  const texts = { ...yearTexts(search), ...Object.fromEntries(typed.map(({ name, value }) => [name, value])) };
  const { yearFrom, yearTo } = readSearch(texts).search;
  const years = { ...search, yearFrom, yearTo };
  return ticked.reduce((next, { name, value }) => toggled(next, name as FacetName, value), years);
}

/** Filters of a search. Each change applies at once; without JavaScript a button submits them. */
export function FacetForm({ search, counted: { facets, years }, onChoose }: FacetFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const here = pageOf(search);
  // Shows the new choice at once, before the navigation is done.
  const [seen, setSeen] = useState(here);
  const [wanted, setWanted] = useState(search);
  if (seen !== here) {
    setSeen(here);
    setWanted(search);
  }
  const choose = (next: Search) => {
    setWanted(next);
    onChoose(next);
  };
  const chooseEarly = useEffectEvent(() => {
    const early = form.current && chosenEarly(form.current, search);
    if (early) choose(early);
  });
  // Once, after hydration: changes before it did not navigate.
  useEffect(() => chooseEarly(), []);

  const { keywords, sort } = searchParamsOf(search);
  const yearRange = (
    <YearRange
      yearFrom={wanted.yearFrom}
      yearTo={wanted.yearTo}
      known={years}
      onYears={(range) => choose({ ...wanted, ...range })}
    />
  );
  return (
    // The browser would restore values of another URL after Back.
    <form ref={form} method="get" action={searchPage()} autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <Hidden of={{ keywords, sort }} />
      {facets.map((facet) => (
        <Fragment key={facet.name}>
          <FacetGroup
            facet={facet}
            chosen={wanted.facets[facet.name]}
            onToggle={(value) => choose(toggled(wanted, facet.name, value))}
            begun={begun.includes(facet.name)}
          />
          {facet.name === beforeYears && yearRange}
        </Fragment>
      ))}
      {facets.every(({ name }) => name !== beforeYears) && yearRange}
      <Button type="submit" look="quiet" className={styles.submit}>
        Show bikes
      </Button>
    </form>
  );
}
