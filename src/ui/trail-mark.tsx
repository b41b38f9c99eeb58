import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './trail-mark.module.css';

/** Where your work is. Circle: safe. Square: waits (half: on its way, hollow: after another). Diamond: needs you. */
export type TrailState = 'saved' | 'waiting' | 'sending' | 'blocked' | 'failed';

interface TrailMarkProps {
  state: TrailState;
  children: ReactNode;
}

/** A state by shape, word and color together. */
export function TrailMark({ state, children }: TrailMarkProps) {
  return <span className={classNames(styles.mark, styles[state])}>{children}</span>;
}
