import { flagPath } from '#contract/places.ts';
import styles from './flag.module.css';

/** A country's flag. Decorative: the name is beside it. */
export function Flag({ country }: { country: string }) {
  return <img className={styles.flag} src={flagPath(country)} alt="" width={20} height={15} loading="lazy" />;
}
