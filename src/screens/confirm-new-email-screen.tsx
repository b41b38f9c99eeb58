import { useSearchParams } from 'react-router';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { NewEmailText } from '#src/features/accounts/own/new-email-text.tsx';
import { askNewEmail } from '#src/features/accounts/own/own.actions.ts';
import { useMailedLink } from '#src/features/accounts/use-mailed-link.ts';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** The target of the link to a new address. It asks before it changes anything, because mail programs open links. */
export function ConfirmNewEmailScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const steps = useMailedLink(token, askNewEmail);
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Confirm your new e-mail" bike={bike}>
      <PageMeta title="Confirm your new e-mail" />
      <NewEmailText token={token} {...steps} />
    </AccountRoom>
  );
}
