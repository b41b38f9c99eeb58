import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { otherBrand } from '#contract/bike-rules.ts';
import { type Brand, nameKey, nameKeys } from '#contract/brands.ts';
import { fold } from '#contract/text.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { counted } from '#src/ui/format.ts';
import { Marked } from '#src/ui/marked.tsx';
import { suggest } from '#src/ui/suggest.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import type { FormFields } from './form-fields.ts';

const same = (a: string, b: string) => fold(a.trim()) === fold(b.trim());
const namesOf = ({ name, aliases }: Brand) => [name, ...aliases];

/** Brand picker: a known brand, or "Other" with a text field for the name. */
export function BrandField({ form, brands }: { form: FormFields; brands: readonly Brand[] }) {
  const id = form.text('brandId');
  const isOther = id === otherBrand;
  const known = brands.find((brand) => brand.id === id);
  // Text while the member types; the form stores it as `brandOther` until it matches a known brand.
  const [typed, setTyped] = useState<string>();
  const [wantsOther, setWantsOther] = useState(false);
  const text = typed ?? (isOther ? otherBrand : (known?.name ?? id));

  const be = (brand: Brand) => form.change({ brandId: brand.id, brandOther: '' });
  const take = (name: string) => {
    setTyped(name);
    setWantsOther(false);
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
    setWantsOther(!brand);
    if (brand) be(brand);
    else form.change({ brandId: otherBrand });
  };

  const typing = typed !== undefined && isOther ? typed : '';
  const options = suggest(brands, namesOf, typing).map((brand) => ({
    value: brand.id,
    label: <Marked name={brand.name} typed={typing} />,
    about: counted(brand.models.length, 'model'),
  }));
  const other = { value: otherBrand, label: typing.trim() ? `Other: use “${typing.trim()}”` : 'Other' };
  const named = isOther && typed === undefined;
  const nameErrors = form.errors('brandOther');
  return (
    <>
      <Field label={bikeFields.brandId.label} errors={[...form.errors('brandId'), ...(named ? [] : nameErrors)]}>
        <Combobox
          name="brand"
          text={text}
          options={known ? [] : [...options, other]}
          onText={take}
          onPick={pick}
          onLeave={leave}
        />
      </Field>
      {named && (
        <Field label="Brand’s name" hint="We don’t know this brand yet. That’s fine." errors={nameErrors}>
          <TextInput
            name="brandOther"
            autoFocus={wantsOther}
            value={form.text('brandOther')}
            onChange={(event) => form.change({ brandOther: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
