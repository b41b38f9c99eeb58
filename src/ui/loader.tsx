import styles from './loader.module.css';

/** Shown while a screen's code loads. */
export function Loader() {
  return (
    <svg className={styles.loader} viewBox="0 0 40 40" role="img" aria-label="Loading">
      <circle cx="20" cy="10" r="6" />
      <circle cx="20" cy="30" r="6" />
    </svg>
  );
}
