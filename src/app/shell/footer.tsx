import { useId } from 'react';
import { Link } from 'react-router';
import { categoryLinks } from '#contract/bike-options.ts';
import { searchPage } from '#contract/pages.ts';
import { useBrowserFact } from '#src/ui/use-browser-fact.ts';
import { Wordmark } from '#src/ui/wordmark.tsx';
import styles from './footer.module.css';

interface FooterLink {
  label: string;
  to: string;
}

interface FooterProps {
  /** The pages that exist under Links and under Help; a column without any is left out. */
  links?: readonly FooterLink[];
  help?: readonly FooterLink[];
  version: string;
}

const firstYear = 2025;
const firstColumn = 10;
const bikeLinks = categoryLinks.map(({ label, query }) => ({ label, to: searchPage(query) }));

function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  const id = useId();
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The site's footer. */
export function Footer({ links = [], help = [], version }: FooterProps) {
  const year = useBrowserFact(() => new Date().getFullYear(), firstYear);
  return (
    <footer className={styles.footer}>
      <div className="frame">
        <div className={styles.columns}>
          <div className={styles.brand}>
            <Wordmark className={styles.word} />
            <p className="quiet">Bikes and the people who build them. Works without signal.</p>
          </div>
          <Column title="Bikes" links={bikeLinks.slice(0, firstColumn)} />
          <Column title="More Bikes" links={bikeLinks.slice(firstColumn)} />
          <Column title="Links" links={links} />
          <Column title="Help" links={help} />
        </div>
        <div className={styles.end}>
          <span>© {year > firstYear ? `${firstYear}–${year}` : firstYear} Headbadge</span>
          <span>Version {version}</span>
        </div>
      </div>
    </footer>
  );
}
