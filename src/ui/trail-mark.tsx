import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './trail-mark.module.css';

/**
 * The state of the member's work. Circle: saved. Square: waits (half: being sent, hollow: waits for another). Diamond:
 * needs the member.
 */
export type TrailState = 'saved' | 'waiting' | 'sending' | 'blocked' | 'failed';

interface TrailMarkProps {
  state: TrailState;
  children: ReactNode;
}

/** Shows a state by shape, label and color. */
export function TrailMark({ state, children }: TrailMarkProps) {
  return <span className={classNames(styles.mark, styles[state])}>{children}</span>;
}
