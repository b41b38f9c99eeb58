import type { ReactNode } from 'react';
import { type Art, EmptyArt } from './empty-art.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** 1 when this is all that the page says. */
  level?: 1 | 2 | 3;
  art?: Art | undefined;
  action?: ReactNode;
  children?: ReactNode;
}

/** What there is not, why, and where to go. */
export function EmptyState({ title, level = 2, art, action, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {art && <EmptyArt art={art} />}
      <Heading className="heading">{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  );
}
