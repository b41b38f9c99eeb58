import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './segment.module.css';

interface SegmentProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly T[];
  value: T;
  onChoose: (value: T) => void;
  className?: string;
}

/** A choice among two or three values that are all visible. */
export function Segment<T extends string>({ label, options, value, onChoose, className }: SegmentProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.segment, className)}>
      {options.map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          {option}
        </label>
      ))}
    </div>
  );
}
