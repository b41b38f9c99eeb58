import { otherBrand } from '#contract/bike-rules.ts';
import { searchPage } from '#contract/pages.ts';
import type { FacetCounts } from '#contract/search/calls.ts';
import { CountedLinks } from '#src/ui/counted-links.tsx';

const maxBrands = 12;

/** Brands with the most bikes. */
export function BrandLinks({ brands }: { brands: FacetCounts['values'] }) {
  const named = brands.filter(({ value }) => value !== otherBrand);
  const largest = named.toSorted((a, b) => b.count - a.count).slice(0, maxBrands);
  const links = largest.map(({ value, label, count }) => ({
    key: value,
    to: searchPage({ brand: value }),
    name: <span className="decal">{label}</span>,
    count,
  }));
  return <CountedLinks links={links} />;
}
