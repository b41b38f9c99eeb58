import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field-context.ts';
import styles from './input.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly (string | { value: string; label: string })[];
  /** The words of the empty choice; without them there is none. */
  empty?: string;
}

/** A choice of one, by the browser's own list. */
export function Select({ options, empty, ...props }: SelectProps) {
  return (
    <select {...useFieldControl()} {...props} className={classNames(styles.input, styles.select)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </select>
  );
}
