import { type BikeFieldName, bikeField, bikeFieldNames, type FormPart } from '#contract/bike-fields.ts';
import styles from './bike-form.module.css';
import { ComponentsField } from './components-field.tsx';
import type { FormFields } from './form-fields.ts';
import { ManyField } from './many-field.tsx';
import { MotorFields } from './motor-fields.tsx';
import { isPlain, PlainField } from './plain-fields.tsx';
import { PriceField } from './price-field.tsx';
import { SizeField } from './size-field.tsx';
import { StoryField } from './story-field.tsx';
import { TagsField } from './tags-field.tsx';

const own: { readonly [N in BikeFieldName]?: (props: { form: FormFields }) => React.ReactNode } = {
  eBike: MotorFields,
  frameSize: SizeField,
  colors: ({ form }) => <ManyField name="colors" form={form} hint="Up to three, the main one first." />,
  disciplines: ({ form }) => <ManyField name="disciplines" form={form} hint="Up to three." />,
  priceMinor: PriceField,
  tags: TagsField,
  components: ComponentsField,
  story: StoryField,
};

interface PartFieldsProps {
  part: FormPart;
  form: FormFields;
  /** Marks optional fields as optional. */
  sayOptional?: boolean;
}

/** Fields of a section in the order of the field table; fields of one row share a line if they fit. */
export function PartFields({ part, form, sayOptional }: PartFieldsProps) {
  const names = bikeFieldNames.filter((name) => bikeField(name).part === part);
  return (
    <div className={styles.grid}>
      {names.map((name) => {
        if (isPlain(name)) return <PlainField key={name} name={name} form={form} sayOptional={sayOptional} />;
        const Own = own[name];
        return Own && <Own key={name} form={form} />;
      })}
    </div>
  );
}
