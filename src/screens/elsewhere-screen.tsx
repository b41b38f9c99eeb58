import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Newcomer } from '#contract/openid.ts';
import { safeReturn } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { EnterElsewhere } from '#src/features/accounts/elsewhere/enter-elsewhere.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';

/** Where a log-in with an account on another site ends. */
export function ElsewhereScreen() {
  const { user } = useSession();
  const [query] = useSearchParams();
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  const returnTo = query.get('returnTo');
  const bike = useRotatingWinner();
  const title = newcomer ? t`Sign Up` : t`Log In`;
  if (user) return <Navigate to={safeReturn(returnTo)} replace />;
  return (
    <AccountRoom title={title} bike={bike}>
      <PageMeta title={title} />
      <ChallengeDialog />
      <EnterElsewhere flow={query.get('flow') ?? ''} returnTo={returnTo} newcomer={newcomer} onNewcomer={setNewcomer} />
    </AccountRoom>
  );
}
