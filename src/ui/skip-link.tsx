import styles from './skip-link.module.css';

/** The first element in the tab order: skips the header and goes to `<main id="main" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      Skip to content
    </a>
  );
}
