import { bikeFields } from '#contract/bike-fields.ts';
import type { Brand } from '#contract/brands.ts';
import { fold } from '#contract/fold.ts';
import { t } from '#contract/texts.ts';
import { Field } from '#src/ui/field.tsx';
import { suggest } from '#src/ui/suggest.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './chips.module.css';
import { Chips } from './chips.tsx';
import type { FormFields } from './form-fields.ts';

const maxShown = 6;
const modelIndexOf = (brand: Brand | undefined, typed: string): number =>
  brand?.models.findIndex((model) => fold(model) === fold(typed.trim())) ?? -1;

/** The maker's models that fit what was typed; all of them if one is typed completely. */
function modelsFor(brand: Brand | undefined, typed: string): string[] {
  const known = brand?.models[modelIndexOf(brand, typed)];
  if (!brand || known === undefined) return suggest(brand?.models ?? [], (model) => [model], typed).slice(0, maxShown);
  const first = brand.models.slice(0, maxShown);
  return first.includes(known) ? first : [known, ...first.slice(0, -1)];
}

/** Model field; the chosen brand's models are chips. A known model sets the category, too. */
export function ModelField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const text = form.text('model');
  const brand = brands.find(({ id }) => id === form.text('brandId'));
  const models = modelsFor(brand, text);
  const known = brand?.models[modelIndexOf(brand, text)];

  const change = (model: string) => {
    const category = brand?.categories[modelIndexOf(brand, model)];
    const chosen = form.text('category');
    const isOwnChoice = chosen !== '' && chosen !== brand?.categories[modelIndexOf(brand, text)];
    form.change(category && !isOwnChoice ? { model, category } : { model });
  };
  return (
    <div className={styles.field}>
      <Field label={bikeFields.model.label} errors={form.errors('model')}>
        <TextInput
          name="model"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      {brand && models.length > 0 && (
        <Chips label={t`Bikes by ${brand.name}`} options={models} chosen={known ?? ''} onChoose={change} />
      )}
    </div>
  );
}
