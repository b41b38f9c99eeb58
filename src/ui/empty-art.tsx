import styles from './empty-state.module.css';

export type Art = 'trail' | 'bike';

/** The map with the trail that ends. */
const trail = (
  <svg className={styles.trail} viewBox="0 0 416 120" aria-hidden="true">
    <path d="M0 96C60 60 96 104 150 78S250 22 310 48s70 12 106-14M0 116c70-34 110 4 166-20S262 46 312 70s66 8 104-12M20 62c46-30 80 6 124-18S236-4 300 20s74 4 110-16" />
    <path className={styles.path} d="M14 104C70 60 108 92 160 70s92-44 132-24" />
    <circle className={styles.start} cx="14" cy="104" r="7" />
    <path className={styles.end} d="M300 37l11 11-11 11-11-11z" />
  </svg>
);

/** A bike that is not there yet: the outline alone, dashed like all that waits. */
const bike = (
  <svg className={styles.bike} viewBox="0 0 416 236" aria-hidden="true">
    <path className={styles.floor} d="M2 232H414" />
    <circle cx="92" cy="154" r="76" />
    <circle cx="324" cy="154" r="76" />
    <path d="M92 154H192L286 76L152 72L92 154M192 154L146 52M277 48L290 88C298 112 308 132 324 154" />
    <path d="M122 48C138 44 158 44 174 50M277 48H306C326 48 330 74 308 80" />
    <circle cx="192" cy="154" r="17" />
  </svg>
);

const pictures = { trail, bike };

/** What is drawn over the words of an empty page. */
export const EmptyArt = ({ art }: { art: Art }) => pictures[art];
