import { loginPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shown after the password was reset. */
export function ResetPasswordSuccessScreen() {
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Password changed" bike={bike}>
      <PageMeta title="Password changed" />
      <p>All your devices are signed out. Log in with your new password.</p>
      <p>
        <Button to={loginPage()}>Log In</Button>
      </p>
    </AccountRoom>
  );
}
