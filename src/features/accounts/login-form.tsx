import { Suspense, useState } from 'react';
import { Login, login, restoreAccount } from '#contract/accounts.ts';
import { forgetResult } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import styles from '#src/forms/form.module.css';
import { late } from '#src/forms/late.ts';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { restoreAndSignIn, signIn } from '#src/session/sign-in.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { RestoreButton } from './restore-button.tsx';

const collect = (fields: FormData) => ({
  identifier: String(fields.get('identifier')),
  password: String(fields.get('password')),
});

const BannedRequests = late(() => import('./banned-requests.tsx').then((it) => it.BannedRequests));

/** Login form. `username` is the initial value. */
export function LoginForm({ username }: { username?: string }) {
  const [tried, setTried] = useState<Login | null>(null);
  const { form, busy, validation, error } = useForm(
    login.action,
    Login,
    collect,
    async (input) => {
      setTried(input);
      forgetResult(restoreAccount.action);
      await signIn(input);
    },
    'password',
  );
  const restored = useResult(restoreAccount.action);
  const refusal = restored.error ?? error;
  const restore = tried && <RestoreButton restore={() => restoreAndSignIn(tried)} busy={isUnderWay(restored)} />;
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Logging in needs a connection.</NeedsConnection>
      {refusal && <Refusal error={refusal} restore={restore} />}
      {tried && refusal?.code === 'Banned' && (
        <Suspense fallback={null}>
          <BannedRequests key={tried.identifier} credentials={tried} />
        </Suspense>
      )}
      <Field label="Username or e-mail" errors={validation.identifier}>
        <TextInput
          name="identifier"
          autoComplete="username webauthn"
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
      <SubmitButton label="Log In" busy={busy} />
    </form>
  );
}
