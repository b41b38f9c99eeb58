import { Fragment } from 'react';
import styles from './bike-form.module.css';
import type { Need } from './filled.ts';

interface StillNeededProps {
  id: string;
  needed: readonly Need[];
  /** Shown when nothing is missing. */
  ready: string;
  /** Called with the name of the control to go to. */
  onShow: (name: string) => void;
}

/** The fields that are missing to publish; each leads to its field. */
export function StillNeeded({ id, needed, ready, onShow }: StillNeededProps) {
  if (needed.length === 0 && !ready) return null;
  const between = (at: number) => (at === needed.length - 1 ? '.' : at === needed.length - 2 ? ' and ' : ', ');
  return (
    <p id={id} className={styles.needed}>
      {needed.length > 0 ? 'Still needed: ' : ready}
      {needed.map(({ label, control }, at) => (
        <Fragment key={label}>
          <button type="button" className={styles.need} onClick={() => onShow(control)}>
            {label}
          </button>
          {between(at)}
        </Fragment>
      ))}
    </p>
  );
}
