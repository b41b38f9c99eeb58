import { formParts } from '#contract/bike-fields.ts';
import type { Brand } from '#contract/brands.ts';
import styles from './bike-form.module.css';
import { BrandField } from './brand-field.tsx';
import type { FormFields } from './form-fields.ts';
import { ModelField } from './model-field.tsx';
import { PartFields } from './part-fields.tsx';

/** What the bike is called. */
export function IdentityFields({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  return (
    <fieldset className={styles.part}>
      <legend className="heading">{formParts.bike}</legend>
      <BrandField form={form} brands={brands} />
      <ModelField form={form} brands={brands} />
      <PartFields part="bike" form={form} sayOptional />
    </fieldset>
  );
}
