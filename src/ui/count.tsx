import styles from './count.module.css';
import { figure } from './format.ts';

/** A number on yellow; nothing at zero. */
export function Count({ count }: { count: number }) {
  return count > 0 ? <span className={styles.count}>{figure(count)}</span> : null;
}
