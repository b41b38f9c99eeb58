import { useLocation } from 'react-router';
import { loginPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { MailboxLink } from '#src/features/accounts/mailbox-link.tsx';
import { sentTo } from '#src/features/accounts/sent-to.ts';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shown after the link was requested. It does not reveal whether the account exists. */
export function SendEmailConfirmationSuccessScreen() {
  const email = sentTo(useLocation().state);
  const bike = useTopBike();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageFacts title="Check your mail" />
      <p>If {email ?? 'that address'} waits to be confirmed, a new link is on its way to it.</p>
      <p className="row">
        <Button to={loginPage()}>Log In</Button> <MailboxLink />
      </p>
    </AccountRoom>
  );
}
