import { loginPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';

/** Shown after the password was reset. */
export function ResetPasswordSuccessScreen() {
  const bike = useTopBike();
  return (
    <AccountRoom title="Password changed" bike={bike}>
      <PageFacts title="Password changed" />
      <p>Your account has its new password, and all devices were signed out.</p>
      <p>
        <Button to={loginPage()}>Log In</Button>
      </p>
    </AccountRoom>
  );
}
