import { forgotPasswordPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { askForReset } from '#src/features/accounts/accounts.actions.ts';
import { CheckMail } from '#src/features/accounts/check-mail.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** Shown after the link was requested. It does not reveal whether the account exists. */
export function ForgotPasswordSuccessScreen() {
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Check your mail" bike={bike}>
      <PageMeta title="Check your mail" />
      <ChallengeDialog />
      <CheckMail
        action="ForgotPassword"
        send={askForReset}
        fresh={forgotPasswordPage()}
        sentence={(email) => (
          <span>
            If <span>{email}</span> has an account, we sent it a link. It works for an hour.
          </span>
        )}
      />
    </AccountRoom>
  );
}
