import { useLocation } from 'react-router';
import { homePage } from '#contract/pages.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useKeptBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { addressWords } from '#src/features/search/address-words.ts';
import { BrandLinks } from '#src/features/search/brand-links.tsx';
import { askedOf, useSearch } from '#src/features/search/search.queries.ts';
import { SearchForm } from '#src/features/search/search-form.tsx';
import { PageFacts } from '#src/reading/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Section } from '#src/ui/section.tsx';
import { useNowhere } from '#src/ui/use-page-title.ts';
import styles from './not-found-screen.module.css';

const newest = askedOf(new URLSearchParams({ sort: 'Newest' }));
/** As many as fill rows of two, three and four. */
const shown = 12;

/** Where to go on: makers, and the newest bikes; nothing where neither is known. */
function WaysOn() {
  const { results } = useSearch(newest);
  const kept = useKeptBikeIds();
  if (results.state !== 'found' && results.state !== 'kept') return null;
  const { items, facets } = results.answer;
  const brands = facets.find(({ name }) => name === 'brand')?.values ?? [];
  return (
    <>
      {brands.length > 0 && (
        <Section title="Brands">
          <BrandLinks brands={brands} />
        </Section>
      )}
      {items.length > 0 && (
        <Section title="Recent">
          <BikeGrid bikes={items.slice(0, shown)} opensOffline={(id) => kept.has(id)} />
        </Section>
      )}
    </>
  );
}

/** An address that leads nowhere: what was looked for can be searched for. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  useNowhere();
  return (
    <div className="frame">
      <PageFacts title="Not found" />
      <EmptyState
        level={1}
        art="trail"
        title="This trail ends here."
        action={
          <Button look="quiet" to={homePage()}>
            Back to the start
          </Button>
        }
      >
        The page moved, or never was. Nothing of yours is lost.
      </EmptyState>
      <div className={styles.search}>
        <SearchForm key={pathname} begun={addressWords(pathname)} />
      </div>
      <WaysOn />
    </div>
  );
}
