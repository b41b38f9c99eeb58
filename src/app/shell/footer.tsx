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
import { t } from '#contract/texts.ts';
import { SocialLinks } from '#src/features/site/social-links.tsx';
import { useSiteName } from '#src/ui/site-name.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import { Wordmark } from '#src/ui/wordmark.tsx';
import styles from './footer.module.css';

type Links = readonly (readonly [label: string, to: string])[];

const firstYear = 2025;
const firstColumn = 10;
const categoryColumns = 2;
const bikes: Links = categoryLinks.map(({ label, query }) => [label, searchPage(query)]);
const columns: readonly (readonly [title: string, links: Links])[] = [
  [t`Bikes`, bikes.slice(0, firstColumn)],
  [t`More Bikes`, bikes.slice(firstColumn)],
  [
    t`Links`,
    [
      [t`About`, aboutPage()],
      [t`Contact`, contactPage()],
      [t`FAQ`, faqPage()],
      [t`Photo Guide`, photoGuidePage()],
    ],
  ],
  [
    t`Help`,
    [
      [t`Content Policy`, contentPolicyPage()],
      [t`Cookie Policy`, cookiePolicyPage()],
      [t`Privacy Policy`, privacyPolicyPage()],
      [t`Terms of Service`, termsPage()],
    ],
  ],
];

interface ColumnProps {
  title: string;
  links: Links;
  isFolded?: boolean;
}

function Column({ title, links, isFolded }: ColumnProps) {
  const id = useId();
  const heading = <h2 id={id}>{title}</h2>;
  const list = (
    <ul>
      {links.map(([label, to]) => (
        <li key={label}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-labelledby={id}>
      {isFolded ? (
        <details>
          <summary>{heading}</summary>
          {list}
        </details>
      ) : (
        <>
          {heading}
          {list}
        </>
      )}
    </nav>
  );
}

/** On a phone its links are folded. Apart, so that the width of the window renders no other column again. */
function BriefColumn(column: ColumnProps) {
  const isPhone = useBrowserValue(() => innerWidth < 768, false);
  return <Column {...column} isFolded={isPhone} />;
}

/** A component of its own, so that the year of the device does not render the links again. */
function Copyright() {
  const year = useBrowserValue(() => new Date().getFullYear(), firstYear);
  return <span>{`© ${year > firstYear ? `${firstYear}–${year}` : firstYear} ${useSiteName()}`}</span>;
}

interface FooterProps {
  /** Version of the build. */
  version: string;
  /** On a phone the category links are folded. */
  isBrief: boolean;
}

/** The site's footer. */
export function Footer({ version, isBrief }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className="frame">
        <div className={styles.columns}>
          <div className={styles.brand}>
            <Wordmark className={styles.word} />
            <p className="quiet">Bikes and the people who build them. Works without signal.</p>
            <SocialLinks className={styles.social} />
          </div>
          {columns.map(([title, links], place) => {
            const Part = isBrief && place < categoryColumns ? BriefColumn : Column;
            return <Part key={title} title={title} links={links} />;
          })}
        </div>
        <div className={styles.end}>
          <Copyright />
          <span>{t`Version ${version}`}</span>
          <Link to={visitorPreferencesPage()}>Preferences</Link>
        </div>
      </div>
    </footer>
  );
}
