import { type ComponentProps, useId } from 'react';
import styles from './bike-form.module.css';

interface FormSectionProps extends ComponentProps<'fieldset'> {
  title: string;
}

/** A part of the form under its heading. A legend cannot be laid out in a grid: WebKit draws it over the border. */
export function FormSection({ title, children, ...rest }: FormSectionProps) {
  const id = useId();
  return (
    <fieldset {...rest} className={styles.part} aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      {children}
    </fieldset>
  );
}
