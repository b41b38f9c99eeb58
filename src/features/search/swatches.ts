import type { colors } from '#contract/bike-options.ts';
import styles from './swatches.module.css';

const swatches: Record<(typeof colors)[number], string | undefined> = {
  Black: styles.black,
  White: styles.white,
  'Silver / Gray / Raw': styles.silver,
  Red: styles.red,
  Orange: styles.orange,
  'Yellow / Gold': styles.yellow,
  Green: styles.green,
  Teal: styles.teal,
  Blue: styles.blue,
  Purple: styles.purple,
  Pink: styles.pink,
  Brown: styles.brown,
  'Multi / Custom': styles.multi,
};

/** CSS class of a color's swatch. */
export const swatchOf = (color: string): string | undefined => (swatches as Record<string, string | undefined>)[color];
