import { addBikePage, loginPage, sendConfirmationPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { Confirmation } from './accounts.actions.ts';
import { ConfirmForm } from './confirm-form.tsx';

interface ConfirmationWordsProps {
  token: string;
  /** Undefined until the site has answered. */
  confirmation: Confirmation | undefined;
  busy: boolean;
  again: () => void;
  done: (outcome: Confirmation) => void;
}

/** What a confirmation link is for, or what came of it, and where to go from there. */
export function ConfirmationWords({ token, confirmation, busy, again, done }: ConfirmationWordsProps) {
  switch (confirmation?.is) {
    case undefined:
      return (
        <p role="status">
          <TrailMark state="sending">Reading the link</TrailMark>
        </p>
      );
    case 'asked':
      return (
        <>
          <p role="status">
            {confirmation.email} will belong to the account <strong>{confirmation.username}</strong>.
          </p>
          <ConfirmForm token={token} username={confirmation.username} email={confirmation.email} done={done} />
        </>
      );
    case 'confirmed':
      return (
        <>
          <p role="status">Your e-mail is confirmed, {confirmation.username}. Show us what you ride.</p>
          <p>
            <Button to={addBikePage()}>Add a bike</Button>
          </p>
        </>
      );
    case 'already':
      return (
        <>
          <p role="status">This e-mail is already confirmed. You can log in.</p>
          <p>
            <Button to={loginPage()}>Log In</Button>
          </p>
        </>
      );
    case 'invalid':
      return (
        <>
          <Note state="failed" role="alert">
            {confirmation.message}
          </Note>
          <p>
            <Button to={sendConfirmationPage()}>Send a new link</Button>
          </p>
        </>
      );
    case 'unreached':
      return (
        <>
          <Note state="failed" role="alert">
            {confirmation.message}
          </Note>
          <p>
            <Button busy={busy} onClick={again}>
              Try again
            </Button>
          </p>
        </>
      );
  }
}
