import { Link, useLocation } from 'react-router';
import { loginPage, sendConfirmationPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { MailboxLink } from '#src/features/accounts/mailbox-link.tsx';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shown after the sign-up: the confirmation link is in the mail. */
export function SignupSuccessScreen() {
  const email = sentTo(useLocation().state);
  const bike = useTopBike();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageFacts title="Check your mail" />
      <p>We sent a link to {email ?? 'your address'}. Open it and confirm the address with your password.</p>
      <p className="row">
        <Button to={loginPage()}>Log In</Button> <MailboxLink />
      </p>
      <p className="small">
        Nothing there after a few minutes? Look among the junk, or{' '}
        <Link to={sendConfirmationPage(email)}>send a new link</Link>.
      </p>
    </AccountRoom>
  );
}
