import { type BikeFieldName, bikeField, bikeFieldNames, bikeFields, type FormPart } from '#contract/bike-fields.ts';
import { lengthOf } from '#contract/text.ts';
import { t } from '#contract/texts.ts';
import { priceReading, readText } from '#src/features/bikes/measures.ts';
import { Field } from '#src/ui/field.tsx';
import { figure } from '#src/ui/format.ts';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './bike-form.module.css';
import { ComponentsField } from './components-field.tsx';
import type { FormFields } from './form-fields.ts';
import { ManyField } from './many-field.tsx';
import { MotorFields } from './motor-fields.tsx';
import { isPlain, PlainField } from './plain-fields.tsx';
import { SizeField } from './size-field.tsx';
import { TagsField } from './tags-field.tsx';

function priceHintOf(form: FormFields): string {
  if (form.flag('keepsPrice')) return t`Not on this device. It stays the same unless you enter a new one.`;
  return form.flag('pricePublic') ? t`Everybody sees it.` : t`Only you see it.`;
}

function PriceField({ form }: { form: FormFields }) {
  return (
    <Field
      label={bikeFields.priceMinor.label}
      hint={priceHintOf(form)}
      reading={readText(priceReading(form.text('price'), form.text('currency')))}
      errors={form.errors('priceMinor')}
    >
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        value={form.text('price')}
        onChange={(event) => form.change({ price: event.target.value, keepsPrice: false })}
      />
    </Field>
  );
}

function StoryField({ form }: { form: FormFields }) {
  const story = form.text('story');
  return (
    <Field
      className={styles.wide}
      label="What should people know?"
      hint={<span className="figures">{t`${figure(lengthOf(story))} of ${figure(bikeFields.story.max)}`}</span>}
      errors={form.errors('story')}
    >
      <TextArea rows={5} value={story} onChange={(event) => form.change({ story: event.target.value })} />
    </Field>
  );
}

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
