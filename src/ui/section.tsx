import { type ReactNode, useId } from 'react';
import styles from './section.module.css';
import { SectionHead } from './section-head.tsx';

interface SectionProps {
  title: ReactNode;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page: air, a rule, a heading, its content. */
export function Section({ title, about, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <SectionHead id={id} title={title} about={about} action={action} />
      {children}
    </section>
  );
}
