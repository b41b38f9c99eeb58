import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './check.module.css';
import { FieldErrors } from './field-errors.tsx';

interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  errors?: readonly string[];
  /** The checkbox's label. */
  children: ReactNode;
}

/** A checkbox with its label and errors. */
export function Check({ errors = [], children, ...props }: CheckProps) {
  const id = useId();
  const bad = errors.length > 0;
  return (
    <div>
      <label className={styles.check}>
        <input
          {...props}
          type="checkbox"
          aria-invalid={bad || undefined}
          aria-describedby={bad ? `${id}-errors` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldErrors id={`${id}-errors`} errors={errors} />
    </div>
  );
}
