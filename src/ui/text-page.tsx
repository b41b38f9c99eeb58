import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { PageHead } from './page-head.tsx';
import styles from './text-page.module.css';

/** A part of a page, and what its address names it by. */
export interface TextPart {
  id: string;
  title: string;
  body: ReactNode;
}

interface TextPageProps {
  title: string;
  /** What it is about, in a sentence or two. */
  lead: ReactNode;
  parts: readonly TextPart[];
  /** Stands under the last part. */
  children?: ReactNode;
}

/** Goes to the part that the address names, where the browser has not: the page was not there yet. */
function useNamedPart(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (pathname && hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [pathname, hash]);
}

/** A page to read: a list of its parts, and the parts. */
export function TextPage({ title, lead, parts, children }: TextPageProps) {
  useNamedPart();
  return (
    <div className="frame">
      <PageHead title={title} />
      <div className={styles.columns}>
        <p className={styles.lead}>{lead}</p>
        <nav className={styles.contents} aria-label="On this page">
          <ol>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.parts}>
          {parts.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 className="heading" id={id}>
                {title}
              </h2>
              {body}
            </section>
          ))}
          {children}
        </div>
      </div>
    </div>
  );
}
