import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { ChangeUsername, changeUsername, type OwnAccount } from '#contract/own-account.ts';
import { daysNameHeld, daysToRename } from '#contract/periods.ts';
import { many, t } from '#contract/texts.ts';
import formStyles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { dayOf } from '#src/ui/format.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { changeOwnName } from './own.actions.ts';
import styles from './own.module.css';

interface NameFormProps {
  userId: Id;
  account: OwnAccount;
  /** Reads the account again. */
  refresh: () => Promise<void>;
}

const collect = (fields: FormData) => ({ username: String(fields.get('username')) });

/** The member's names, and a form to change the current one. */
export function NameForm({ userId, account, refresh }: NameFormProps) {
  const { username, formerNames, renameAt } = account;
  const [said, setSaid] = useState('');
  const { form, busy, validation, error } = useForm(changeUsername.action, ChangeUsername, collect, async (input) => {
    setSaid('');
    await changeOwnName(userId, input);
    await refresh();
    setSaid(t`Your username is now ${input.username}.`);
  });
  const preferences = useDisplayPreferences();
  const day = (time: string) => dayOf(new Date(time), new Date(), preferences);
  return (
    <div className={styles.part}>
      <form {...form} className={formStyles.form}>
        <NeedsConnection>Changing your username needs a connection.</NeedsConnection>
        {error && <Refusal error={error} />}
        <Field
          label="Username"
          hint={
            renameAt
              ? t`You can choose another one from ${day(renameAt)}.`
              : many(daysToRename)`You can change it once in # day.|You can change it once in # days.`
          }
          errors={validation.username}
        >
          <TextInput
            key={username}
            name="username"
            defaultValue={username}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
          />
        </Field>
        <SubmitButton label={t`Change username`} busy={busy} compact />
      </form>
      <p role="status">{said}</p>
      {formerNames.length > 0 ? (
        <>
          <p className="quiet small">
            Nobody else can take your former username yet. You can log in with it, go back to it, and be mentioned by
            it:
          </p>
          <ul>
            {formerNames.map(({ name, until }) => (
              <li key={name}>
                <bdi className={styles.value}>{name}</bdi>{' '}
                <span className="quiet small">{t.as('day')`until ${day(until)}`}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="quiet small">
          {many(
            daysNameHeld,
          )`Links to your page keep working. Your former username is held for you for # day.|Links to your page keep working. Your former username is held for you for # days.`}
        </p>
      )}
    </div>
  );
}
