import { type ComponentProps, type ReactNode, useId } from 'react';
import type { Elements } from '#src/ui/elements.ts';
import styles from './bike-form.module.css';

interface FormSectionProps extends Omit<ComponentProps<'fieldset'>, 'about' | 'children'> {
  children: Elements;
  title: string;
  /** Short gray text beside the title. */
  about?: ReactNode;
}

/**
 * Section of the form. Its heading is no legend: a legend cannot be a grid item, and WebKit draws it over the border.
 */
export function FormSection({ title, about, children, ...rest }: FormSectionProps) {
  const id = useId();
  return (
    <fieldset {...rest} className={styles.part} aria-labelledby={id}>
      <div className={styles.partHead}>
        <h2 className="heading" id={id} tabIndex={-1}>
          {title}
        </h2>
        {about && <p className="quiet small figures">{about}</p>}
      </div>
      {children}
    </fieldset>
  );
}
