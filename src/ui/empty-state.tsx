import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  /** Whether it stands for something that this device has not saved: nothing may say then that it is here. */
  isUnsaved?: boolean | undefined;
  /** 1 if the page has no other content. */
  level?: 1 | 2 | 3;
  /** An illustration above the text. */
  art?: Elements;
  action?: Elements;
  children?: ReactNode;
}

/** Says what is missing, why, and where to go. */
export function EmptyState({ title, isUnsaved, level = 2, art, action, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty} data-unsaved={isUnsaved || undefined}>
      {art}
      <Heading className="heading">{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  );
}
