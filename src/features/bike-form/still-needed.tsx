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
  const last = needed.length - 1;
  return (
    <p id={id} className={styles.needed}>
      <span>{needed.length > 0 ? 'Still needed: ' : ready}</span>
      {needed.map(({ label, control }, at) => (
        <Fragment key={label}>
          {/* WebKit breaks the line before a comma after a button. */}
          <span className={styles.needItem}>
            <button type="button" className={styles.need} onClick={() => onShow(control)}>
              {label}
            </button>
            <span>{at === last ? '.' : at < last - 1 && ','}</span>
          </span>
          {at < last && <span>{at === last - 1 ? ' and ' : ' '}</span>}
        </Fragment>
      ))}
    </p>
  );
}
