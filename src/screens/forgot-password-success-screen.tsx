import { Link, useLocation } from 'react-router';
import { forgotPasswordPage, loginPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { MailboxLink } from '#src/features/accounts/mailbox-link.tsx';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shown after the link was requested. It does not reveal whether the account exists. */
export function ForgotPasswordSuccessScreen() {
  const email = sentTo(useLocation().state);
  const bike = useTopBike();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageFacts title="Check your mail" />
      <p>If {email ?? 'that address'} has an account, a link is on its way to it. It works for an hour.</p>
      <p className="row">
        <Button to={loginPage()}>Log In</Button> <MailboxLink />
      </p>
      <p className="small">
        Nothing there after a few minutes? Look among the junk, or{' '}
        <Link to={forgotPasswordPage()} state={{ email }}>
          ask again
        </Link>
        .
      </p>
    </AccountRoom>
  );
}
