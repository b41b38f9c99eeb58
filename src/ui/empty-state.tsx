import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** 1 when this is all that the page says. */
  level?: 1 | 2 | 3;
  /** What is drawn over the words. */
  art?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** What there is not, why, and where to go. */
export function EmptyState({ title, level = 2, art, action, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {art}
      <Heading className="heading">{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  );
}
