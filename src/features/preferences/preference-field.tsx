import type { PreferenceName } from '#contract/user-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { preferenceWords } from './preference-words.ts';

/** Is told what somebody chooses. */
export type OnChoose = (name: PreferenceName, value: string) => void;

interface PreferenceFieldProps {
  name: PreferenceName;
  value: string;
  onChoose: OnChoose;
}

/** One preference; each choice holds at once. */
export function PreferenceField({ name, value, onChoose }: PreferenceFieldProps) {
  const { label, hint, options } = preferenceWords[name];
  return (
    <Field label={label} hint={hint}>
      <Select options={options} value={value} onChange={({ target }) => onChoose(name, target.value)} />
    </Field>
  );
}
