import { formParts } from '#contract/bike-fields.ts';
import type { Brand } from '#contract/brands.ts';
import { BrandField } from './brand-field.tsx';
import type { FormFields } from './form-fields.ts';
import { FormSection } from './form-section.tsx';
import { ModelField } from './model-field.tsx';
import { PartFields } from './part-fields.tsx';

/** Brand, model and the other fields that name the bike. */
export function IdentityFields({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  return (
    <FormSection title={formParts.bike} data-part="bike">
      <BrandField form={form} brands={brands} />
      <ModelField form={form} brands={brands} />
      <PartFields part="bike" form={form} sayOptional />
    </FormSection>
  );
}
