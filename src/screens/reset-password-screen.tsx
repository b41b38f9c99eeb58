import { useNavigate, useSearchParams } from 'react-router';
import { forgotPasswordPage, resetPasswordSuccessPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { askReset } from '#src/features/accounts/accounts.actions.ts';
import { LinkText } from '#src/features/accounts/link-text.tsx';
import { ResetForm } from '#src/features/accounts/reset-form.tsx';
import { useMailedLink } from '#src/features/accounts/use-mailed-link.ts';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** The target of the mailed link: sets a new password. */
export function ResetPasswordScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const token = query.get('token') ?? '';
  const { link, done, ...steps } = useMailedLink(token, askReset);
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Choose a new password" bike={bike}>
      <PageMeta title="Choose a new password" />
      {link?.is === 'asked' ? (
        <>
          <p role="status">
            For the account <strong>{link.username}</strong>, <span>{link.email}</span>.
          </p>
          <ResetForm
            token={token}
            username={link.username}
            done={(refusal) => (refusal ? done(refusal) : navigate(resetPasswordSuccessPage(), { replace: true }))}
          />
        </>
      ) : (
        <LinkText {...steps} link={link} fresh={forgotPasswordPage()} />
      )}
    </AccountRoom>
  );
}
