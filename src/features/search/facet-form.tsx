import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchPage } from '#contract/pages.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import type { FacetName } from '#contract/search/facets.ts';
import {
  rangeNames,
  rangeOf,
  readSearch,
  type Search,
  searchParamsOf,
  weightParam,
  withRange,
} from '#contract/search/query.ts';
import { Button } from '#src/ui/button.tsx';
import { FacetGroup } from './facet-group.tsx';
import styles from './facets.module.css';
import { Hidden } from './hidden.tsx';
import { WeightRange, YearRange } from './range-fields.tsx';
import { pageOf, toggled } from './search-choices.ts';

interface FacetFormProps {
  search: Search;
  counted: Pick<SearchAnswer, 'facets' | 'years' | 'weights'>;
  onChoose: (next: Search) => void;
}

/** Facets that are expanded initially, the most used ones. */
const begun: readonly FacetName[] = ['category', 'drivetrain', 'frameMaterial', 'color', 'region'];
/** Facet after which the ranges are placed. */
const beforeRanges: FacetName = 'frameMaterial';

/** Whether a facet is offered: regions of one country only, as those of all are too many. */
const isOffered = (name: FacetName, { facets: { country, region } }: Search): boolean =>
  name !== 'region' || country.length + region.length > 0;

/** Search with the inputs that were changed before hydration; null if there are none. */
function chosenEarly(form: HTMLFormElement, search: Search): Search | null {
  const inputs = [...form.querySelectorAll('input')];
  const ticked = inputs.filter(
    ({ type, checked, defaultChecked }) => type === 'checkbox' && checked !== defaultChecked,
  );
  const typed = inputs.filter(({ type, value, defaultValue }) => type === 'text' && value !== defaultValue);
  if (ticked.length + typed.length === 0) return null;
  const texts = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  const { search: read } = readSearch({ ...rangeParamsOf(search), ...texts });
  const ranged = rangeNames.reduce((next, name) => withRange(next, name, rangeOf(read, name)), search);
  return ticked.reduce((next, { name, value }) => toggled(next, name as FacetName, value), ranged);
}

/** The ends of the ranges as the address has them. */
const rangeParamsOf = ({ yearFrom, yearTo, weightFrom, weightTo }: Search) => ({
  yearFrom: String(yearFrom ?? ''),
  yearTo: String(yearTo ?? ''),
  weightFrom: weightParam(weightFrom),
  weightTo: weightParam(weightTo),
});

/** Filters of a search. Each change applies at once; without JavaScript a button submits them. */
export function FacetForm({ search, counted, onChoose }: FacetFormProps) {
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
  const facets = counted.facets.filter(({ name }) => isOffered(name, wanted));
  const ranges = (
    <>
      <YearRange
        chosen={rangeOf(wanted, 'year')}
        known={counted.years}
        onChoose={(range) => choose(withRange(wanted, 'year', range))}
      />
      <WeightRange
        chosen={rangeOf(wanted, 'weight')}
        // A result that an older version kept has none.
        known={counted.weights ?? null}
        onChoose={(range) => choose(withRange(wanted, 'weight', range))}
      />
    </>
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
          {facet.name === beforeRanges && ranges}
        </Fragment>
      ))}
      {facets.every(({ name }) => name !== beforeRanges) && ranges}
      <Button type="submit" look="quiet" className={styles.submit}>
        Show bikes
      </Button>
    </form>
  );
}
