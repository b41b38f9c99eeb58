import { type ReactNode, useId } from 'react';
import type { Elements } from './elements.ts';
import styles from './section.module.css';
import { SectionHead } from './section-head.tsx';

interface SectionProps {
  /** The heading's id, for links with a fragment. */
  id?: string;
  title: ReactNode;
  about?: ReactNode;
  action?: Elements;
  children: Elements;
}

/** A section of a page with its heading. */
export function Section({ id: named, title, about, action, children }: SectionProps) {
  const own = useId();
  const id = named ?? own;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <SectionHead id={id} title={title} about={about} action={action} />
      {children}
    </section>
  );
}
