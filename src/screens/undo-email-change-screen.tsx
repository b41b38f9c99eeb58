import { useSearchParams } from 'react-router';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { EmailUndoText } from '#src/features/accounts/own/email-undo-text.tsx';
import { askEmailUndo } from '#src/features/accounts/own/own.actions.ts';
import { useMailedLink } from '#src/features/accounts/use-mailed-link.ts';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** The target of the link by which a former address undoes its change. */
export function UndoEmailChangeScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const steps = useMailedLink(token, askEmailUndo);
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Undo the change of your e-mail" bike={bike}>
      <PageMeta title="Undo the change of your e-mail" />
      <EmailUndoText token={token} {...steps} />
    </AccountRoom>
  );
}
