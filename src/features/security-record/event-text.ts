import { nameOfDevice } from '#contract/device-name.ts';
import { contactPage, passwordPage } from '#contract/pages.ts';
import type { SecurityEvent } from '#contract/security-record.ts';
import { t } from '#contract/texts.ts';

/** The sentence of an event. */
export function eventText({ kind, about, byOperator }: SecurityEvent): string {
  switch (kind) {
    case 'joined':
      return t`Confirmed the e-mail and logged in`;
    case 'login.password':
      return t`Logged in with a password`;
    case 'login.passkey':
      return t`Logged in with a passkey`;
    case 'login.elsewhere':
      return t`Logged in through another site`;
    case 'login.locked':
      return t`Log-in was paused after too many wrong passwords`;
    case 'session.ended':
      return t`Signed a device out: ${nameOfDevice({ device: about })}`;
    case 'sessions.ended':
      return byOperator ? t`We signed all your devices out` : t`Signed out all other devices and programs`;
    case 'password.changed':
      return t`Changed the password`;
    case 'password.reset':
      return t`Chose a new password by a mailed link`;
    case 'passkey.added':
      return t`Added a passkey: ${about}`;
    case 'passkey.removed':
      return t`Removed a passkey: ${about}`;
    case 'elsewhere.linked':
      return t`Linked an account at ${about}`;
    case 'elsewhere.unlinked':
      return t`Unlinked an account at ${about}`;
    case 'token.made':
      return t`Made a token for a program: ${about}`;
    case 'token.revoked':
      return t`Revoked a token: ${about}`;
    case 'export.downloaded':
      return byOperator ? t`We made a copy of your data` : t`Downloaded all data`;
    case 'account.deleted':
      return byOperator ? t`We deleted your account` : t`Deleted the account`;
    case 'account.restored':
      return t`Restored the account`;
    case 'role.given':
      return about === 'operator' ? t`You became an operator` : t`You became a moderator`;
    case 'role.taken':
      return about === 'operator' ? t`You are no longer an operator` : t`You are no longer a moderator`;
    case 'email.changed':
      return byOperator ? t`We changed your e-mail to ${about}` : t`Changed the e-mail to ${about}`;
    case 'email.restored':
      return t`Changed the e-mail back to ${about}`;
    case 'username.changed':
      return t`Changed the username to ${about}`;
    default:
      // A newer server may know more kinds.
      return t`Your account was changed`;
  }
}

/** Where to go if somebody else did it; null if there is nothing to do. */
export function remedyOf({ kind, byOperator }: SecurityEvent): { text: string; to: string } | null {
  if (byOperator)
    return kind.startsWith('role.') ? null : { text: t`Didn't ask for it? Write to us`, to: contactPage() };
  switch (kind) {
    case 'login.password':
    case 'login.passkey':
    case 'login.elsewhere':
      return { text: t`Not you? Sign the device out and change the password`, to: `${passwordPage()}#devices` };
    case 'passkey.added':
      return { text: t`Not you? Remove the passkey and change the password`, to: `${passwordPage()}#passkeys` };
    case 'elsewhere.linked':
      return { text: t`Not you? Unlink it and change the password`, to: `${passwordPage()}#elsewhere` };
    case 'token.made':
      return { text: t`Not you? Revoke the token and change the password`, to: `${passwordPage()}#programs` };
    case 'session.ended':
    case 'sessions.ended':
    case 'password.changed':
    case 'password.reset':
    case 'passkey.removed':
    case 'elsewhere.unlinked':
    case 'token.revoked':
    case 'export.downloaded':
    case 'account.restored':
      return { text: t`Not you? Change the password`, to: `${passwordPage()}#password` };
    case 'email.changed':
    case 'email.restored':
    case 'username.changed':
      return { text: t`Not you? Write to us`, to: contactPage() };
    default:
      return null;
  }
}
