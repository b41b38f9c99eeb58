import type { PreferenceName } from '#contract/user-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { Select } from '#src/ui/select.tsx';
import { preferenceWords } from './preference-words.ts';

/** Called with a new choice. */
export type OnChoose = (name: PreferenceName, value: string) => void;

interface PreferenceFieldProps {
  name: PreferenceName;
  value: string;
  onChoose: OnChoose;
}

/** Select for one preference; applies at once. */
export function PreferenceField({ name, value, onChoose }: PreferenceFieldProps) {
  const { label, hint, options } = preferenceWords[name];
  return (
    <Field label={label} hint={hint}>
      <Select options={options} value={value} onChange={({ target }) => onChoose(name, target.value)} />
    </Field>
  );
}
