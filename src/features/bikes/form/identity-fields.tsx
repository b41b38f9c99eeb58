import { categories } from '#contract/bike-options.ts';
import type { Brand } from '#contract/bikes.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { bikeNumbers } from '../numbers.ts';
import styles from './bike-form.module.css';
import { BrandField } from './brand-field.tsx';
import type { FormFields } from './form-fields.ts';
import { ModelField } from './model-field.tsx';

/** What the bike is called. */
export function IdentityFields({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  return (
    <fieldset className={styles.part}>
      <legend className="heading">The bike</legend>
      <BrandField form={form} brands={brands} />
      <ModelField form={form} brands={brands} />
      <div className={styles.grid}>
        <Field label={bikeNumbers.year.label} optional errors={form.errors('year')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={bikeNumbers.year.textOf(form.text)}
            onChange={(event) => form.change(bikeNumbers.year.fieldsOf(event.target.value))}
          />
        </Field>
        <Field label="Category" errors={form.errors('category')}>
          <Select
            empty="Choose"
            options={categories}
            value={form.text('category')}
            onChange={(event) => form.change({ category: event.target.value })}
          />
        </Field>
        <Field label="Nickname" optional errors={form.errors('nickname')}>
          <TextInput
            autoComplete="off"
            value={form.text('nickname')}
            onChange={(event) => form.change({ nickname: event.target.value })}
          />
        </Field>
      </div>
    </fieldset>
  );
}
