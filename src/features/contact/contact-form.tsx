import type { ComponentProps } from 'react';
import { type ContactTopic, contactTopics } from '#contract/contact.ts';
import type { Validation } from '#contract/envelope.ts';
import { t } from '#contract/texts.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './contact-form.module.css';

const topicLabels: Record<ContactTopic, string> = {
  Question: t`Question`,
  Problem: t`Problem`,
  Appeal: t`Appeal`,
  Privacy: t`Privacy`,
  Copyright: t`Copyright`,
};
const topicOptions = contactTopics.map((value) => ({ value, label: topicLabels[value] }));

interface ContactFormProps {
  form: ComponentProps<'form'>;
  /** Called on every input. */
  onTyped: () => void;
  validation: Validation;
  /** Content above the fields, such as an error. */
  above: Elements;
  /** Submit button. */
  children: Elements;
}

/** Fields of a message to the operator. */
export function ContactForm({ form, onTyped, validation, above, children }: ContactFormProps) {
  return (
    <form {...form} onInput={onTyped} className={styles.form}>
      {above}
      <Field label="Topic" errors={validation.topic}>
        <Select name="topic" options={topicOptions} empty={t`Choose one`} defaultValue="" required />
      </Field>
      <Field label="Name" hint="Your username, if this is about your account or bikes." errors={validation.name}>
        <TextInput name="name" autoComplete="name" required />
      </Field>
      <Field label="E-mail" hint="We reply to this address." errors={validation.email}>
        <TextInput type="email" name="email" autoComplete="email" required />
      </Field>
      <Field label="Subject" errors={validation.subject}>
        <TextInput name="subject" autoComplete="off" required />
      </Field>
      <Field label="Message" errors={validation.message}>
        <TextArea name="message" rows={6} required />
      </Field>
      {children}
    </form>
  );
}
