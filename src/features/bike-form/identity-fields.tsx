import type { Brand } from '#contract/brands.ts';
import styles from './bike-form.module.css';
import { BrandField } from './brand-field.tsx';
import { CategoryField } from './category-field.tsx';
import type { FormFields } from './form-fields.ts';
import { ModelField } from './model-field.tsx';
import { PlainField } from './plain-fields.tsx';

/** Brand, model and the other fields that name the bike. */
export function IdentityFields({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  return (
    <>
      <BrandField form={form} brands={brands} />
      <ModelField form={form} brands={brands} />
      <CategoryField form={form} brands={brands} />
      <div className={styles.two}>
        <div className={styles.year}>
          <PlainField name="year" form={form} sayOptional />
          <PlainField name="yearCirca" form={form} />
        </div>
        <PlainField name="nickname" form={form} sayOptional />
      </div>
    </>
  );
}
