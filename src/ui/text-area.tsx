import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field-context.ts';
import styles from './input.module.css';

/** Several lines of text; it grows with them where the browser can. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl()} {...props} className={classNames(styles.input, styles.area)} />;
}
