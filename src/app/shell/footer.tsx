import { useId } from 'react';
import { Link } from 'react-router';
import { categoryLinks } from '#contract/categories.ts';
import {
  aboutPage,
  contactPage,
  contentPolicyPage,
  cookiePolicyPage,
  faqPage,
  photoGuidePage,
  privacyPolicyPage,
  searchPage,
  termsPage,
  visitorPreferencesPage,
} from '#contract/pages.ts';
import { SocialLinks } from '#src/features/services/social-links.tsx';
import { useSiteName } from '#src/ui/site-name.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import { Wordmark } from '#src/ui/wordmark.tsx';
import styles from './footer.module.css';

type Links = readonly (readonly [label: string, to: string])[];

const firstYear = 2025;
const firstColumn = 10;
const bikes: Links = categoryLinks.map(({ label, query }) => [label, searchPage(query)]);
const columns: readonly (readonly [title: string, links: Links])[] = [
  ['Bikes', bikes.slice(0, firstColumn)],
  ['More Bikes', bikes.slice(firstColumn)],
  [
    'Links',
    [
      ['About', aboutPage()],
      ['Contact', contactPage()],
      ['FAQ', faqPage()],
      ['Photo Guide', photoGuidePage()],
    ],
  ],
  [
    'Help',
    [
      ['Content Policy', contentPolicyPage()],
      ['Cookie Policy', cookiePolicyPage()],
      ['Privacy Policy', privacyPolicyPage()],
      ['Terms of Service', termsPage()],
    ],
  ],
];

function Column({ title, links }: { title: string; links: Links }) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(([label, to]) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Years() {
  const year = useBrowserValue(() => new Date().getFullYear(), firstYear);
  return year > firstYear ? `${firstYear}–${year}` : firstYear;
}

/** The site's footer. @param version of the build */
export function Footer({ version }: { version: string }) {
  const site = useSiteName();
  return (
    <footer className={styles.footer}>
      <div className="frame">
        <div className={styles.columns}>
          <div className={styles.brand}>
            <Wordmark className={styles.word} />
            <p className="quiet">Bikes and the people who build them. Works without signal.</p>
            <SocialLinks className={styles.social} />
          </div>
          {columns.map(([title, links]) => (
            <Column key={title} title={title} links={links} />
          ))}
        </div>
        <div className={styles.end}>
          <span>
            © <Years /> {site}
          </span>
          <span>Version {version}</span>
          <Link to={visitorPreferencesPage()}>Preferences</Link>
        </div>
      </div>
    </footer>
  );
}
