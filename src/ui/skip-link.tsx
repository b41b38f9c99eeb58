import styles from './skip-link.module.css';

/** The first thing that Tab reaches: past the header, to `<main id="main" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
