import { addBikePage, loginPage, sendConfirmationPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import type { Confirmation } from './accounts.actions.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { LinkText } from './link-text.tsx';
import type { LinkSteps } from './use-mailed-link.ts';

/** State of a confirmation link, with the next step. */
export function ConfirmationText({ token, link, busy, again, done }: LinkSteps<Confirmation> & { token: string }) {
  switch (link?.is) {
    case 'asked':
      return (
        <>
          <p role="status">
            Confirm <span>{link.email}</span> for your account <strong>{link.username}</strong>.
          </p>
          <ConfirmForm token={token} username={link.username} email={link.email} done={done} />
        </>
      );
    case 'confirmed':
      return (
        <>
          <p role="status">Your e-mail is confirmed. Show us what you ride.</p>
          <p>
            <Button to={addBikePage()}>Add a bike</Button>
          </p>
        </>
      );
    case 'applied':
      return (
        <p role="status">
          Your e-mail is confirmed. The operators of this site read your application now, and mail you their answer.
        </p>
      );
    case 'already':
      return (
        <>
          <p role="status">Your e-mail is already confirmed. You can log in.</p>
          <p>
            <Button to={loginPage()}>Log In</Button>
          </p>
        </>
      );
    default:
      return <LinkText link={link} busy={busy} again={again} fresh={sendConfirmationPage()} />;
  }
}
