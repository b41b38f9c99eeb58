import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import styles from './note.module.css';

interface NoteProps {
  state?: 'waiting' | 'saved' | 'failed' | 'notice';
  /** `alert` for a refusal, `status` for what changes by itself. */
  role?: 'alert' | 'status';
  action?: Elements;
  children: ReactNode;
}

/** An important sentence, on a background in the color of its state. */
export function Note({ state = 'waiting', role, action, children }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[state])} role={role}>
      <div>{children}</div>
      {action}
    </div>
  );
}
