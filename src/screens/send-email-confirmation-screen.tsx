import { Link, useNavigate, useSearchParams } from 'react-router';
import { loginPage, sendConfirmationSuccessPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { resendConfirmation } from '#src/features/accounts/accounts.actions.ts';
import { AddressForm } from '#src/features/accounts/address-form.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** Requests another confirmation link. */
export function SendEmailConfirmationScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Confirm your e-mail" bike={bike}>
      <PageMeta title="Confirm your e-mail" />
      <p>Enter your e-mail. We’ll send you a new link.</p>
      <AddressForm
        action="ResendConfirmationEmail"
        email={query.get('email') ?? ''}
        send={resendConfirmation}
        done={(email) => navigate(sendConfirmationSuccessPage(), { state: { email } })}
      />
      <p className="small">
        Already confirmed? <Link to={loginPage()}>Log In</Link>.
      </p>
    </AccountRoom>
  );
}
