import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { homePage, loginPage, signupSuccessPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { ElsewhereLogins } from '#src/features/accounts/elsewhere/elsewhere-logins.tsx';
import { canJoin, JoinForm } from '#src/features/accounts/join-form.tsx';
import { useJoining } from '#src/features/accounts/joining.queries.ts';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { SignupForm } from '#src/features/accounts/signup-form.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { useServices } from '#src/features/site/site.queries.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Loader } from '#src/ui/loader.tsx';

export function SignupScreen() {
  const { user } = useSession();
  const navigate = useNavigate();
  const email = sentTo(useLocation().state);
  const token = useSearchParams()[0].get('token') ?? '';
  const { state, data } = useJoining();
  const bike = useRotatingWinner();
  const providers = useServices()?.logins;
  if (user) return <Navigate to={homePage()} replace />;
  return (
    <AccountRoom title="Sign Up" bike={bike}>
      <PageMeta title="Sign Up" />
      <ChallengeDialog />
      {state === 'loading' ? (
        <Loader />
      ) : (
        <>
          <JoinForm
            joining={data}
            token={token}
            form={(part) => (
              <SignupForm
                {...part}
                email={email}
                done={(email) => navigate(signupSuccessPage(), { state: { email } })}
              />
            )}
          />
          {canJoin(data, token) && <ElsewhereLogins providers={providers} invitation={token} />}
        </>
      )}
      <p className="small">
        Already a member? <Link to={loginPage()}>Log In</Link>.
      </p>
    </AccountRoom>
  );
}
