import styles from './empty-state.module.css';

/** The illustration of a trail that ends, for pages that do not exist. */
export const trailArt = (
  <svg className={styles.trail} viewBox="0 0 416 120" aria-hidden="true">
    <path d="M0 96C60 60 96 104 150 78S250 22 310 48s70 12 106-14M0 116c70-34 110 4 166-20S262 46 312 70s66 8 104-12M20 62c46-30 80 6 124-18S236-4 300 20s74 4 110-16" />
    <path className={styles.path} d="M14 104C70 60 108 92 160 70s92-44 132-24" />
    <circle className={styles.start} cx="14" cy="104" r="7" />
    <path className={styles.end} d="M300 37l11 11-11 11-11-11z" />
  </svg>
);
