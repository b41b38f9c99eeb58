import { sendConfirmationPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { resendConfirmation } from '#src/features/accounts/accounts.actions.ts';
import { CheckMail } from '#src/features/accounts/check-mail.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** Shown after the link was requested. It does not reveal whether the account exists. */
export function SendEmailConfirmationSuccessScreen() {
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageMeta title="Check your mail" />
      <CheckMail
        action="ResendConfirmationEmail"
        send={resendConfirmation}
        fresh={sendConfirmationPage()}
        sentence={(email) => (
          <span>
            If <span>{email}</span> has a sign-up to confirm, we sent it a new link. It works for 48 hours.
          </span>
        )}
      />
    </AccountRoom>
  );
}
