import { type ComponentProps, useId } from 'react';
import styles from './bike-form.module.css';

interface FormSectionProps extends ComponentProps<'fieldset'> {
  title: string;
}

/**
 * Section of the form. Its heading is no legend: a legend cannot be a grid item, and WebKit draws it over the border.
 */
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
