import { signupPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { resendConfirmation } from '#src/features/accounts/accounts.actions.ts';
import { CheckMail } from '#src/features/accounts/check-mail.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** Shown after the sign-up: the confirmation link is in the mail. */
export function SignupSuccessScreen() {
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageMeta title="Check your mail" />
      <CheckMail
        action="ResendConfirmationEmail"
        send={resendConfirmation}
        fresh={signupPage()}
        sentence={(email) => (
          <span>
            We sent a link to <span>{email}</span>. Open it to finish signing up. It works for 48 hours.
          </span>
        )}
      />
    </AccountRoom>
  );
}
