import { Link } from 'react-router';
import { otherBrand } from '#contract/bike-rules.ts';
import { searchPage } from '#contract/pages.ts';
import type { FacetCounts } from '#contract/search/calls.ts';
import { many } from '#contract/texts.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './brand-links.module.css';

const maxBrands = 12;

/** Brands with the most bikes. */
export function BrandLinks({ brands }: { brands: FacetCounts['values'] }) {
  const writing = useWriting();
  const named = brands.filter(({ value }) => value !== otherBrand);
  const largest = named.toSorted((a, b) => b.count - a.count).slice(0, maxBrands);
  return (
    <ul className={styles.brands}>
      {largest.map(({ value, label, count }) => (
        <li key={value}>
          <Link to={searchPage({ brand: value })}>
            <span className="decal">{label}</span>
            <span className="quiet small figures">
              <span>{figure(count, writing)}</span> <VisuallyHidden>{many(count)`bike|bikes`}</VisuallyHidden>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
