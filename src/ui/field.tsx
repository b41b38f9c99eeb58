import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { FieldContext } from './field-context.ts';
import { FieldErrors } from './field-errors.tsx';

interface FieldProps {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  errors?: readonly string[];
  className?: string;
  /** One TextInput, Select, TextArea or InputGroup. */
  children: ReactNode;
}

/** A control with its label, its hint and what is wrong with it. */
export function Field({ label, optional, hint, errors = [], className, children }: FieldProps) {
  const id = useId();
  const bad = errors.length > 0;
  const describedBy = [hint ? `${id}-hint` : '', bad ? `${id}-errors` : ''].filter(Boolean).join(' ');
  return (
    <div className={className ? `${styles.field} ${className}` : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label} {optional && <span>(optional)</span>}
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
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  );
}
