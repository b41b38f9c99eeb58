import { useId } from 'react';
import type { Elements } from '#src/ui/elements.ts';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import styles from './chips.module.css';

interface ChipsProps {
  options: readonly string[];
  chosen: string;
  onChoose: (option: string) => void;
  /** Accessible name of the group. */
  label?: string;
  labelledBy?: string;
  /** Name of the first chip, by which the form finds it. */
  name?: string;
  errorsId?: string | undefined;
  children?: Elements;
}

/** One choice as buttons. */
export function Chips({ options, chosen, onChoose, label, labelledBy, name, errorsId, children }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset would need a legend.
    <div role="group" aria-label={label} aria-labelledby={labelledBy} className={styles.chips}>
      {options.map((option, at) => (
        <button
          key={option}
          type="button"
          name={at === 0 ? name : undefined}
          className={styles.chip}
          aria-pressed={option === chosen}
          aria-describedby={errorsId}
          data-invalid={(errorsId && at === 0) || undefined}
          onClick={() => onChoose(option)}
        >
          {option}
        </button>
      ))}
      {children}
    </div>
  );
}

interface ChipsFieldProps extends Pick<ChipsProps, 'options' | 'chosen' | 'onChoose' | 'name' | 'children'> {
  label: string;
  errors: readonly string[];
}

/** The same with a label and errors. */
export function ChipsField({ label, errors, ...chips }: ChipsFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Chips {...chips} labelledBy={id} errorsId={errors.length > 0 ? `${id}-errors` : undefined} />
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  );
}
