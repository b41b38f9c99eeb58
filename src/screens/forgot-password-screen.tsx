import { Link, useLocation, useNavigate } from 'react-router';
import { forgotPasswordSuccessPage, loginPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { askForReset } from '#src/features/accounts/accounts.actions.ts';
import { AddressForm } from '#src/features/accounts/address-form.tsx';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { PageFacts } from '#src/queries/page-facts.tsx';

/** Requests a link for a new password. */
export function ForgotPasswordScreen() {
  const email = sentTo(useLocation().state);
  const navigate = useNavigate();
  const bike = useTopBike();
  return (
    <AccountRoom title="Forgot your password?" bike={bike}>
      <PageFacts title="Forgot your password?" />
      <ChallengeDialog />
      <p>Tell us the e-mail of your account. We send you a link that lets you choose a new one.</p>
      <AddressForm
        action="ForgotPassword"
        email={email ?? ''}
        send={askForReset}
        done={(email) => navigate(forgotPasswordSuccessPage(), { state: { email } })}
      />
      <p className="small">
        Remembered? <Link to={loginPage()}>Log In</Link>.
      </p>
    </AccountRoom>
  );
}
