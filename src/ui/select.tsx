import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field-context.ts';
import styles from './input.module.css';

type Choice = string | { value: string; label: string };

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly (Choice | { label: string; options: readonly Choice[] })[];
  /** Names the options that are plain values. */
  labelOf?: (value: string) => string;
  /** The label of the empty option; without it there is no empty option. */
  empty?: string;
}

function optionOf(choice: Choice, labelOf: (value: string) => string) {
  const { value, label } = typeof choice === 'string' ? { value: choice, label: labelOf(choice) } : choice;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

/** The browser's own select; options may be in labelled groups. */
export function Select({ options, labelOf = String, empty, ...props }: SelectProps) {
  return (
    <select {...useFieldControl()} {...props} className={classNames(styles.input, styles.select)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((option) => {
        if (typeof option === 'string' || !('options' in option)) return optionOf(option, labelOf);
        return (
          <optgroup key={option.label} label={option.label}>
            {option.options.map((one) => optionOf(one, labelOf))}
          </optgroup>
        );
      })}
    </select>
  );
}
