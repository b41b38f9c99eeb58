import { Hono, type MiddlewareHandler } from 'hono';
import { bodyOf, describe, type Guards, type MaybeSignedIn, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import {
  cancelEmailChange,
  changeEmail,
  changeUsername,
  confirmNewEmail,
  getOwnAccount,
  readEmailUndo,
  readNewEmail,
  undoEmailChange,
} from '#contract/own-account.ts';
import type { EmailChangeService } from './accounts.email-change.ts';
import type { NameChangeService } from './accounts.name-change.ts';
import type { OwnAccountService } from './accounts.own.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';

interface Deps {
  own: OwnAccountService;
  names: NameChangeService;
  emails: EmailChangeService;
  signIns: SignIns;
}

const hour = 3600;

const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

/** Routes for a member's name and e-mail address. */
export const ownAccountRoutes = (
  { own, names, emails, signIns }: Deps,
  { signedIn, maybeSignedIn, proved, limit }: Guards,
) => {
  const renames = limit({ name: 'username', points: 10, seconds: 24 * hour, by: 'user' });
  const asks = limit({ name: 'new-email', points: 10, seconds: 24 * hour, by: 'user' });
  const cancels = limit({ name: 'cancel-email', points: 60, seconds: hour, by: 'user' });
  const links = limit({ name: 'email-links', points: 60, seconds: hour });
  const members = new Hono<SignedIn>()
    .get(getOwnAccount.path, describe(getOwnAccount, "The member's name and e-mail"), signedIn, async (c) =>
      c.json(ok(await own.of(c.var.user.id, c.var.session))),
    )
    .post(
      changeUsername.path,
      describe(changeUsername, 'Change the username'),
      signedIn,
      proved(),
      renames,
      bodyOf(changeUsername),
      async (c) => {
        const { writer, session } = c.var;
        return c.json(ok(await names.change(c.req.valid('json'), writer, session, signIns.visitOf(c))));
      },
    )
    .post(
      changeEmail.path,
      describe(changeEmail, 'Ask for a new e-mail'),
      signedIn,
      proved(),
      asks,
      bodyOf(changeEmail),
      async (c) => {
        const { user, session } = c.var;
        await emails.ask(c.req.valid('json'), user.id, session, signIns.visitOf(c));
        return c.json(ok(null));
      },
    )
    .delete(
      cancelEmailChange.path,
      describe(cancelEmailChange, 'Take back a new e-mail that is not confirmed'),
      signedIn,
      cancels,
      async (c) => {
        await emails.cancel(c.var.user.id);
        return c.json(ok(null));
      },
    );
  const everyone = new Hono<MaybeSignedIn>()
    .post(
      readNewEmail.path,
      describe(readNewEmail, 'Read a link to a new e-mail'),
      links,
      maybeSignedIn,
      bodyOf(readNewEmail),
      async (c) => c.json(ok(await emails.readNew(c.req.valid('json').token, c.var.user?.id))),
    )
    .post(
      confirmNewEmail.path,
      describe(confirmNewEmail, 'Confirm a new e-mail'),
      links,
      maybeSignedIn,
      bodyOf(confirmNewEmail),
      async (c) => {
        await emails.confirm(c.req.valid('json'), c.var.user?.id, signIns.visitOf(c));
        return c.json(ok(null));
      },
    )
    .post(
      readEmailUndo.path,
      noStore,
      describe(readEmailUndo, 'Read a link that undoes a change of the e-mail'),
      links,
      bodyOf(readEmailUndo),
      async (c) => c.json(ok(await emails.readUndo(c.req.valid('json').token))),
    )
    .post(
      undoEmailChange.path,
      noStore,
      describe(undoEmailChange, 'Undo a change of the e-mail'),
      links,
      bodyOf(undoEmailChange),
      async (c) => {
        await signIns.ended(await emails.undo(c.req.valid('json'), signIns.visitOf(c)));
        return c.json(ok(null));
      },
    );
  return new Hono().route('/', members).route('/', everyone);
};
