import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { FieldContext } from './field-context.ts';
import { FieldErrors } from './field-errors.tsx';
import hiding from './visually-hidden.module.css';

const { hidden } = hiding;

interface FieldProps {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  /** How the input is understood. An empty text reserves the line. */
  reading?: string;
  errors?: readonly string[];
  className?: string;
  /** Hides the label visually, because the control shows what it is for. */
  unseenLabel?: boolean;
  /** One TextInput, Select, TextArea or InputGroup. */
  children: ReactNode;
}

/** A control with its label, hint and errors. */
export function Field({ label, optional, hint, reading, errors = [], className, unseenLabel, children }: FieldProps) {
  const id = useId();
  const bad = errors.length > 0;
  const describedBy = [hint ? `${id}-hint` : '', reading ? `${id}-reading` : '', bad ? `${id}-errors` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label className={unseenLabel ? hidden : styles.label} htmlFor={id}>
        <span>{label}</span> {optional && <span>(optional)</span>}
      </label>
      <FieldContext
        value={{ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': bad ? true : undefined }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="quiet small">
          {hint}
        </p>
      )}
      {reading !== undefined && (
        <p id={`${id}-reading`} className={`quiet small ${styles.reading}`} role="status">
          {reading}
        </p>
      )}
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  );
}
