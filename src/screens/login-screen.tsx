import { Link, Navigate, useSearchParams } from 'react-router';
import { forgotPasswordPage, safeReturn, signupPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { elsewhereFailure } from '#src/features/accounts/elsewhere/elsewhere-failures.ts';
import { ElsewhereLogins } from '#src/features/accounts/elsewhere/elsewhere-logins.tsx';
import { LoginForm } from '#src/features/accounts/login-form.tsx';
import { LatePasskeyLogin } from '#src/features/accounts/passkeys/late-passkey-login.tsx';
import { SharedWaiting } from '#src/features/bike-form/shared-waiting.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { useServices } from '#src/features/site/site.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';

/** Logs in, then returns to the page that asked for it. */
export function LoginScreen() {
  const { user, ended } = useSession();
  const [query] = useSearchParams();
  const bike = useRotatingWinner();
  const providers = useServices()?.logins;
  const failure = elsewhereFailure(query.get('elsewhere'));
  if (user) return <Navigate to={safeReturn(query.get('returnTo'))} replace />;
  return (
    <AccountRoom title="Log In" bike={bike}>
      <PageMeta title="Log In" />
      <SharedWaiting returnTo={query.get('returnTo')} />
      {failure && (
        <Note state="failed" role="alert">
          {failure}
        </Note>
      )}
      <LoginForm username={ended?.username} />
      <LatePasskeyLogin />
      <ElsewhereLogins providers={providers} returnTo={query.get('returnTo')} />
      <LinkButton to={forgotPasswordPage()}>Forgot your password?</LinkButton>
      <p className="small">
        New here? <Link to={signupPage()}>Sign Up</Link>. You don’t need an account to browse.
      </p>
    </AccountRoom>
  );
}
