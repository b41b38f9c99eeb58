import { type ReactNode, useId } from 'react';
import styles from './section.module.css';
import { SectionHead } from './section-head.tsx';

interface SectionProps {
  /** What an address names its heading by. */
  id?: string;
  title: ReactNode;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page: air, a rule, a heading, its content. */
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
