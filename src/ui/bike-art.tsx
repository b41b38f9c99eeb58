import styles from './empty-state.module.css';

/** A bike's outline for empty states, dashed like everything that waits. */
export const bikeArt = (
  <svg className={styles.bike} viewBox="0 0 416 236" aria-hidden="true">
    <path className={styles.floor} d="M2 232H414" />
    <circle cx="92" cy="154" r="76" />
    <circle cx="324" cy="154" r="76" />
    <path d="M92 154H192L286 76L152 72L92 154M192 154L146 52M277 48L290 88C298 112 308 132 324 154" />
    <path d="M122 48C138 44 158 44 174 50M277 48H306C326 48 330 74 308 80" />
    <circle cx="192" cy="154" r="17" />
  </svg>
);
