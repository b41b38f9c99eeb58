import { classNames } from './class-names.ts';
import { figure } from './format.ts';
import styles from './tally.module.css';

/** A few numbers side by side, each over its word. */
export function Tally({ counts, large }: { counts: readonly { name: string; count: number }[]; large?: boolean }) {
  return (
    <dl className={classNames(styles.tally, large && styles.large)}>
      {counts.map(({ name, count }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd>{figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
