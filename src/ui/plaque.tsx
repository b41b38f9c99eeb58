import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './plaque.module.css';

interface PlaqueProps {
  look?: 'honour' | 'sold' | 'stolen' | 'draft' | 'flagged' | 'removed';
  children: ReactNode;
}

/** A riveted label, only for statuses and honours. */
export function Plaque({ look = 'honour', children }: PlaqueProps) {
  return <span className={classNames(styles.plaque, styles[look])}>{children}</span>;
}
