import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import type { Brand } from '#contract/bikes.ts';
import { fold } from '#contract/text.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { counted } from '#src/ui/format.ts';
import type { FormFields } from './form-fields.ts';
import { Marked } from './marked.tsx';
import { suggest } from './suggest.ts';

const same = (a: string, b: string) => fold(a.trim()) === fold(b.trim());

/** The maker: one of those we know, or the name as it was typed. */
export function BrandField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const id = form.text('brandId');
  const isOther = id === otherBrand;
  const known = brands.find((brand) => brand.id === id);
  const kept = isOther ? form.text('brandOther') : (known?.name ?? id);
  // What is being typed, blanks at its end included.
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && same(typed, kept) ? typed : kept;

  const take = (name: string) => {
    setTyped(name);
    const brand = brands.find((one) => same(one.name, name));
    if (brand) form.change({ brandId: brand.id, brandOther: '' });
    else form.change({ brandId: name.trim() ? otherBrand : '', brandOther: name.trim() });
  };
  const pick = (value: string) => {
    const brand = brands.find((one) => one.id === value);
    setTyped(undefined);
    if (brand) form.change({ brandId: brand.id, brandOther: '' });
  };

  const typing = isOther ? text : '';
  const options = suggest(brands, (brand) => brand.name, typing).map((brand) => ({
    value: brand.id,
    label: <Marked name={brand.name} typed={typing} />,
    about: counted(brand.models.length, 'model'),
  }));
  const asTyped = isOther ? [{ value: otherBrand, label: `Other: use “${text.trim()}”` }] : [];
  const hint = isOther && brands.length > 0 ? 'Not among the makers we know, and that is fine.' : undefined;
  return (
    <Field
      label={bikeFields.brandId.label}
      hint={hint}
      errors={[...form.errors('brandId'), ...form.errors('brandOther')]}
    >
      <Combobox name="brand" text={text} options={known ? [] : [...options, ...asTyped]} onText={take} onPick={pick} />
    </Field>
  );
}
