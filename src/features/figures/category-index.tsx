import { Link } from 'react-router';
import { categoryLinks } from '#contract/categories.ts';
import type { SiteFigures } from '#contract/figures.ts';
import { searchPage } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import { Photo } from '#src/ui/photo.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './category-index.module.css';

/** Categories with the latest bike's photo and the number of bikes. */
export function CategoryIndex({ categories }: Pick<SiteFigures, 'categories'>) {
  const writing = useWriting();
  const known = new Map(categories.map((one) => [one.label, one]));
  return (
    <ul className={styles.index}>
      {categoryLinks.map(({ name, label, query }) => {
        const { bikes = 0, cover = null } = known.get(name) ?? {};
        return (
          <li key={name}>
            <Link className={styles.item} to={searchPage(query)}>
              <Photo photo={cover} alt="" sizes="4rem" ratio="4 / 3" />
              <span>{label}</span>
              <span className={`quiet small ${styles.count}`}>
                <span>{figure(bikes, writing)}</span> <VisuallyHidden>{many(bikes)`bike|bikes`}</VisuallyHidden>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
