import { Fragment } from 'react';
import { t } from '#contract/texts.ts';
import { listParts } from '#src/ui/lists.ts';
import styles from './bike-form.module.css';
import type { Need } from './filled.ts';

/** The separators of a list in a sentence: `,` and `, and`. */
const separatorsOf = (items: readonly string[]): string[] =>
  listParts(items).flatMap(({ type, value }) => (type === 'literal' ? [value.trimEnd()] : []));

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
  const separators = separatorsOf(needed.map(({ label }) => label));
  return (
    <p id={id} className={styles.needed}>
      <span>{needed.length > 0 ? t`Still needed:` : ready}</span>
      {needed.map(({ label, control }, at) => (
        <Fragment key={control}>
          {' '}
          {/* WebKit breaks the line before a comma after a button. */}
          <span className={styles.needItem}>
            <button type="button" className={styles.need} onClick={() => onShow(control)}>
              {label}
            </button>
            <span>{separators[at]}</span>
          </span>
        </Fragment>
      ))}
    </p>
  );
}
