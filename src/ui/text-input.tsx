import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';
import styles from './input.module.css';

/** A single-line input. Inside a Field it takes the field's label and errors. */
export function TextInput(props: ComponentProps<'input'>) {
  return <input type="text" dir="auto" {...useFieldControl()} {...props} className={styles.input} />;
}
