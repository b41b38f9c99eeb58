import { useLocation } from 'react-router';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { addressText } from '#src/features/search/address-text.ts';
import { BrandLinks } from '#src/features/search/brand-links.tsx';
import { askedOf, useSearch } from '#src/features/search/search.queries.ts';
import { SearchForm } from '#src/features/search/search-form.tsx';
import { Section } from '#src/ui/section.tsx';
import styles from './not-found-screen.module.css';
import { TrailEnd } from './trail-end.tsx';
import { useCardActions } from './use-card-actions.tsx';

const newest = askedOf(new URLSearchParams({ sort: 'Newest' }));
/** Fills rows of two, three and four. */
const shown = 12;

/** Links to makers and the newest bikes; nothing if neither is known. */
function WaysOn() {
  const { results } = useSearch(newest);
  const cachedIds = useCachedBikeIds();
  const actionOf = useCardActions();
  if (results.state !== 'found' && results.state !== 'cached') return null;
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
          <BikeGrid bikes={items.slice(0, shown)} opensOffline={(id) => cachedIds.has(id)} actionOf={actionOf} />
        </Section>
      )}
    </>
  );
}

/** The not-found page, with a search for what the address may have meant. */
export function NotFoundScreen() {
  const { pathname } = useLocation();
  return (
    <>
      <TrailEnd />
      <div className="frame">
        <div className={styles.search}>
          <SearchForm key={pathname} begun={addressText(pathname)} />
        </div>
        <WaysOn />
      </div>
    </>
  );
}
