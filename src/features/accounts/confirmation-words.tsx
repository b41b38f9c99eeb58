import { loginPage, sendConfirmationPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { Confirmation } from './accounts.actions.ts';

const logIn = (
  <p>
    <Button to={loginPage()}>Log In</Button>
  </p>
);

interface ConfirmationWordsProps {
  /** Undefined until the site has answered. */
  confirmation: Confirmation | undefined;
  busy: boolean;
  act: () => void;
  again: () => void;
}

/** What a confirmation link is for, or what came of it, and where to go from there. */
export function ConfirmationWords({ confirmation, busy, act, again }: ConfirmationWordsProps) {
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
          <p>Did somebody else choose that name? Then close this page: nothing has happened yet.</p>
          <p>
            <Button busy={busy} onClick={act}>
              Confirm
            </Button>
          </p>
        </>
      );
    case 'confirmed':
      return (
        <>
          <p role="status">Your e-mail is confirmed, {confirmation.username}. Log in and show us what you ride.</p>
          {logIn}
        </>
      );
    case 'already':
      return (
        <>
          <p role="status">This e-mail is already confirmed. You can log in.</p>
          {logIn}
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
