import type { Person } from '#contract/people.ts';
import { makeToken, NewToken, type PersonalToken, tokenDays } from '#contract/personal-tokens.ts';
import { type Scope, scopes } from '#contract/programs.ts';
import { many } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { makeOwnToken } from './personal-tokens.actions.ts';
import { scopeTexts } from './scope-names.ts';

const collect = (fields: FormData) => ({
  name: String(fields.get('name')),
  scopes: fields.getAll('scopes') as Scope[],
  days: Number(fields.get('days')) as NewToken['days'],
});

interface NewTokenFormProps {
  member: Person & { moderator?: boolean | undefined };
  onMade: (made: { token: PersonalToken; secret: string }) => void;
}

/** Makes a personal token. */
export function NewTokenForm({ member, onMade }: NewTokenFormProps) {
  const { form, busy, validation, error } = useForm(makeToken.action, NewToken, collect, async (input, element) => {
    onMade(await makeOwnToken(member.id, input));
    element.reset();
  });
  const offered = scopes.filter((scope) => scope !== 'moderate' || member.moderator);
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field label="Name" hint="What it is for, such as “Photo sync”." errors={validation.name}>
        <TextInput name="name" autoComplete="off" />
      </Field>
      <fieldset>
        <legend>It may</legend>
        {offered.map((scope) => (
          <Check
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={scope === 'read'}
            aria-invalid={validation.scopes ? true : undefined}
          >
            {scopeTexts[scope]}
          </Check>
        ))}
        <FieldErrors id="scopes-errors" errors={validation.scopes ?? []} />
      </fieldset>
      <Field label="It ends after" errors={validation.days}>
        <Select
          name="days"
          options={tokenDays.map((days) => ({ value: String(days), label: many(days)`# day|# days` }))}
          defaultValue={String(tokenDays[1])}
        />
      </Field>
      <SubmitButton label="Make a token" busy={busy} compact />
    </form>
  );
}
