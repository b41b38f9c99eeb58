import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field-context.ts';
import styles from './input.module.css';

/** A multiline input; it grows with its text if the browser supports it. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea dir="auto" {...useFieldControl()} {...props} className={classNames(styles.input, styles.area)} />;
}
