import { classNames } from './class-names.ts';
import styles from './counts.module.css';
import { useWriting } from './display-preferences.ts';
import { figure } from './format.ts';

interface CountItem {
  name: string;
  count: number;
  /** Opens the list of what is counted. */
  onOpen?: (() => void) | undefined;
}

/** A row of numbers, each over its label. */
export function Counts({ counts, large }: { counts: readonly CountItem[]; large?: boolean }) {
  const writing = useWriting();
  return (
    <dl className={classNames(styles.tally, large && styles.large)}>
      {counts.map(({ name, count, onOpen }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd>
            {onOpen && count > 0 ? (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`${name}: ${figure(count, writing)}`}
                onClick={onOpen}
              >
                {figure(count, writing)}
              </button>
            ) : (
              figure(count, writing)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
