import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** 1 when this is all that the page says. */
  level?: 1 | 2 | 3;
  /** The map with the trail that ends. */
  trail?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}

function Trail() {
  return (
    <svg className={styles.trail} viewBox="0 0 416 120" aria-hidden="true">
      <path d="M0 96C60 60 96 104 150 78S250 22 310 48s70 12 106-14M0 116c70-34 110 4 166-20S262 46 312 70s66 8 104-12M20 62c46-30 80 6 124-18S236-4 300 20s74 4 110-16" />
      <path className={styles.path} d="M14 104C70 60 108 92 160 70s92-44 132-24" />
      <circle className={styles.start} cx="14" cy="104" r="7" />
      <path className={styles.end} d="M300 37l11 11-11 11-11-11z" />
    </svg>
  );
}

/** What there is not, why, and where to go. */
export function EmptyState({ title, level = 2, trail, action, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {trail && <Trail />}
      <Heading className="heading">{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  );
}
