import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import { type Brand, nameKey, nameKeys } from '#contract/brands.ts';
import { fold } from '#contract/fold.ts';
import { many, t } from '#contract/texts.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Marked } from '#src/ui/marked.tsx';
import { suggest } from '#src/ui/suggest.ts';
import type { FormFields } from './form-fields.ts';

const same = (a: string, b: string) => fold(a.trim()) === fold(b.trim());
const namesOf = ({ name, aliases }: Brand) => [name, ...aliases];

/** Brand picker. An unknown brand is stored as `Other`, with its name in `brandOther`. */
export function BrandField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const id = form.text('brandId');
  const isOther = id === otherBrand;
  const known = brands.find((brand) => brand.id === id);
  // Text while the member types, with its spaces.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (isOther ? form.text('brandOther') : (known?.name ?? id));

  const be = (brand: Brand) => form.change({ brandId: brand.id, brandOther: '' });
  const take = (name: string) => {
    setTyped(name);
    const brand = brands.find((one) => same(one.name, name));
    if (brand) be(brand);
    else if (same(name, otherBrand)) form.change({ brandId: otherBrand, brandOther: '' });
    else form.change({ brandId: name.trim() ? otherBrand : '', brandOther: name.trim() });
  };
  const leave = () => {
    const key = nameKey(typed ?? '');
    const meant = key && brands.find((brand) => namesOf(brand).flatMap(nameKeys).includes(key));
    if (meant && isOther) be(meant);
    setTyped(undefined);
  };
  const pick = (value: string) => {
    const brand = brands.find((one) => one.id === value);
    setTyped(undefined);
    if (brand) be(brand);
  };

  const typing = isOther ? text.trim() : '';
  const options = suggest(brands, namesOf, typing).map((brand) => ({
    value: brand.id,
    label: <Marked name={brand.name} typed={typing} />,
    about: many(brand.models.length)`# model|# models`,
  }));
  const other = typing ? [{ value: otherBrand, label: t`Use “${typing}”` }] : [];
  const isUnknown = isOther && typed === undefined && typing !== '';
  return (
    <Field
      label={bikeFields.brandId.label}
      hint={isUnknown && t`We don’t know this brand yet. That’s fine.`}
      errors={[...form.errors('brandId'), ...form.errors('brandOther')]}
    >
      <Combobox
        name="brand"
        text={text}
        options={known ? [] : [...options, ...other]}
        onText={take}
        onPick={pick}
        onLeave={leave}
      />
    </Field>
  );
}
