import { figure } from './format.ts';
import styles from './tally.module.css';

/** A few numbers side by side, each over its word. */
export function Tally({ counts }: { counts: readonly { name: string; count: number }[] }) {
  return (
    <dl className={styles.tally}>
      {counts.map(({ name, count }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd>{figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
