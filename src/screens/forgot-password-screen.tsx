import { Link, useLocation, useNavigate } from 'react-router';
import { forgotPasswordSuccessPage, loginPage, passwordPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { askForReset } from '#src/features/accounts/accounts.actions.ts';
import { AddressForm } from '#src/features/accounts/address-form.tsx';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** Requests a link for a new password. */
export function ForgotPasswordScreen() {
  const email = sentTo(useLocation().state);
  const navigate = useNavigate();
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Forgot your password?" bike={bike}>
      <PageMeta title="Forgot your password?" />
      <ChallengeDialog />
      <p>Enter your e-mail. We’ll send you a link to choose a new password.</p>
      <AddressForm
        action="ForgotPassword"
        email={email ?? ''}
        send={askForReset}
        done={(email) => navigate(forgotPasswordSuccessPage(), { state: { email } })}
      />
      <p>
        Do you have a passkey? <Link to={loginPage(passwordPage())}>Use it</Link>, then choose a new password.
      </p>
      <p className="small">
        Remembered it? <Link to={loginPage()}>Log In</Link>.
      </p>
    </AccountRoom>
  );
}
