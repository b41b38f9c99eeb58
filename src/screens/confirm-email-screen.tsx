import { useSearchParams } from 'react-router';
import { t } from '#contract/texts.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { askConfirmation } from '#src/features/accounts/accounts.actions.ts';
import { ConfirmationText } from '#src/features/accounts/confirmation-text.tsx';
import { useMailedLink } from '#src/features/accounts/use-mailed-link.ts';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** The target of the mailed link. It asks before confirming, because mail programs open links to scan them. */
export function ConfirmEmailScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const steps = useMailedLink(token, askConfirmation);
  const bike = useRotatingWinner();
  const title = steps.link?.is === 'confirmed' ? t`Welcome, ${steps.link.username}` : t`Confirm your e-mail`;
  return (
    <AccountRoom title={title} bike={bike}>
      <PageMeta title={title} />
      <ConfirmationText token={token} {...steps} />
    </AccountRoom>
  );
}
