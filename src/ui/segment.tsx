import { useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './segment.module.css';

interface SegmentProps<T extends string> {
  /** Accessible name of the group. */
  label?: string;
  /** Id of the visible label, instead of `label`. */
  labelledBy?: string;
  describedBy?: string;
  options: readonly (T | { value: T; label: string })[];
  value: T;
  onChoose: (value: T) => void;
  className?: string;
}

/** A choice among two or three values that are all visible. */
export function Segment<T extends string>(props: SegmentProps<T>) {
  const { label, labelledBy, describedBy, options, value, onChoose, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={classNames(styles.segment, className)}
    >
      {options.map((option) => {
        const { value: own, label } = typeof option === 'string' ? { value: option, label: option } : option;
        return (
          <label key={own}>
            <input type="radio" name={name} value={own} checked={own === value} onChange={() => onChoose(own)} />
            <span>{label}</span>
          </label>
        );
      })}
    </div>
  );
}
