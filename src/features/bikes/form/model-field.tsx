import { bikeFields } from '#contract/bike-fields.ts';
import type { Brand } from '#contract/brands.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Marked } from '#src/ui/marked.tsx';
import { suggest } from '#src/ui/suggest.ts';
import type { FormFields } from './form-fields.ts';

/** Model field with suggestions for the chosen brand. */
export function ModelField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const text = form.text('model');
  const models = brands.find((brand) => brand.id === form.text('brandId'))?.models ?? [];
  const options = models.includes(text)
    ? []
    : suggest(models, (model) => [model], text).map((model) => ({
        value: model,
        label: <Marked name={model} typed={text} />,
      }));
  return (
    <Field label={bikeFields.model.label} errors={form.errors('model')}>
      <Combobox
        name="model"
        text={text}
        options={options}
        onText={(model) => form.change({ model })}
        onPick={(model) => form.change({ model })}
      />
    </Field>
  );
}
