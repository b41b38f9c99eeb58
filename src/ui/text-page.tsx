import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';
import { PageHead } from './page-head.tsx';
import styles from './text-page.module.css';
import { useNamedPart } from './use-named-part.ts';

/** A section of a text page; `id` is its fragment. */
export interface TextPart {
  id: string;
  title: string;
  body: Elements;
}

interface TextPageProps {
  title: string;
  /** A summary in a sentence or two. */
  lead: ReactNode;
  parts: readonly TextPart[];
  /** Content after the last section. */
  children?: Elements;
}

/** A text page: a table of contents, and the sections. */
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
