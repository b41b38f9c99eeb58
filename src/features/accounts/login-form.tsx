import { useState } from 'react';
import { Login } from '#contract/accounts.ts';
import type { ApiFailure } from '#src/ground/failure.ts';
import { signIn } from '#src/session/session.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './account-form.module.css';
import { NeedsConnection } from './needs-connection.tsx';
import { PasswordInput } from './password-input.tsx';
import { Refusal } from './refusal.tsx';
import { RestoreButton } from './restore-button.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAccountForm } from './use-account-form.ts';

const collect = (fields: FormData) => ({
  identifier: String(fields.get('identifier')),
  password: String(fields.get('password')),
});

/** Logs somebody in. `username`: who is likely to. */
export function LoginForm({ username }: { username?: string }) {
  const { form, busy, validation, failure } = useAccountForm(
    Login,
    collect,
    async (input) => {
      setTried({ credentials: input, refusal: null });
      await signIn(input);
    },
    'password',
  );
  const [tried, setTried] = useState<{ credentials: Login; refusal: ApiFailure | null } | null>(null);
  const restore = tried && (
    <RestoreButton
      credentials={tried.credentials}
      onFailure={(refusal) => setTried({ credentials: tried.credentials, refusal })}
    />
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection what="Logging in" />
      {failure && <Refusal failure={tried?.refusal ?? failure} restore={restore} />}
      <Field label="Username or e-mail" errors={validation.identifier}>
        <TextInput
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={username}
          required
        />
      </Field>
      <Field label="Password" errors={validation.password}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <SubmitButton words="Log In" busy={busy} />
    </form>
  );
}
