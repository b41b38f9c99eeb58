import { type Context, Hono } from 'hono';
import type { SignIns } from '#api/features/accounts/accounts.sign-in.routes.ts';
import type { ExportService } from '#api/features/export/export.service.ts';
import type { Now } from '#api/platform/clock.ts';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import {
  changeMemberEmail,
  downloadAccount,
  endMemberSessions,
  eraseBanned,
  eraseMember,
  exportBanned,
  exportMember,
  findMember,
  getMemberAccount,
  mailPasswordLink,
  showMemberEmail,
} from '#contract/account-help.ts';
import { ok } from '#contract/envelope.ts';
import type { AccountHelp } from './account-help.service.ts';

interface Deps {
  help: AccountHelp;
  exports: ExportService;
  signIns: SignIns;
  now: Now;
}

const hour = 3600;
const by = (c: Context<SignedIn>): string => c.var.user.username;
const member = (c: Context): string => idParam(c, 'userId');

export const accountHelpRoutes = (
  { help, exports, signIns, now }: Deps,
  { signedIn, operator, once, limit }: Guards,
) => {
  const pace = limit({ name: 'account-help', points: 300, seconds: hour, by: 'user' });
  const asked = limit({ name: 'banned', points: 60, seconds: hour });
  const made = limit({ name: 'account-archive', points: 60, seconds: hour });
  return (
    new Hono<SignedIn>()
      .get(
        findMember.path,
        describe(findMember, 'Find a member'),
        signedIn,
        operator,
        pace,
        queryOf(findMember),
        async (c) => c.json(ok(await help.find(c.req.valid('query').who))),
      )
      .get(getMemberAccount.path, describe(getMemberAccount, "A member's account"), signedIn, operator, async (c) =>
        c.json(ok(await help.get(member(c)))),
      )
      // No idempotency key: its stored answer would be the address.
      .post(
        showMemberEmail.path,
        describe(showMemberEmail, "Show a member's e-mail address"),
        signedIn,
        operator,
        pace,
        async (c) => c.json(ok({ email: await help.email(by(c), member(c)) })),
      )
      .put(
        changeMemberEmail.path,
        describe(changeMemberEmail, "Change a member's e-mail address"),
        signedIn,
        operator,
        pace,
        once,
        bodyOf(changeMemberEmail),
        async (c) => c.json(ok(await help.changeEmail(by(c), member(c), c.req.valid('json')))),
      )
      .post(
        mailPasswordLink.path,
        describe(mailPasswordLink, 'Mail a member a link to set a new password'),
        signedIn,
        operator,
        pace,
        once,
        async (c) => c.json(ok(await help.mailPasswordLink(by(c), member(c)))),
      )
      .delete(
        endMemberSessions.path,
        describe(endMemberSessions, 'Sign a member out everywhere'),
        signedIn,
        operator,
        pace,
        once,
        async (c) => c.json(ok(await help.endSessions(by(c), member(c)))),
      )
      .post(
        eraseMember.path,
        describe(eraseMember, "Erase a member's account"),
        signedIn,
        operator,
        pace,
        once,
        bodyOf(eraseMember),
        async (c) => c.json(ok(await help.erase(by(c), member(c), c.req.valid('json')))),
      )
      // No idempotency key: its stored answer would be the token.
      .post(
        exportMember.path,
        describe(exportMember, "Create a link to a member's data"),
        signedIn,
        operator,
        pace,
        async (c) => c.json(ok({ token: await help.exportLink(by(c), member(c)) })),
      )
      .post(
        exportBanned.path,
        describe(exportBanned, "Create a link to a banned member's data"),
        asked,
        bodyOf(exportBanned),
        async (c) => {
          c.header('Cache-Control', 'no-store');
          return c.json(ok({ token: await help.exportBanned(c.req.valid('json'), signIns.visitOf(c)) }));
        },
      )
      .post(
        eraseBanned.path,
        describe(eraseBanned, "Erase a banned member's account"),
        asked,
        bodyOf(eraseBanned),
        async (c) => {
          c.header('Cache-Control', 'no-store');
          await help.eraseBanned(c.req.valid('json'), signIns.visitOf(c));
          return c.json(ok(null));
        },
      )
      .get(
        downloadAccount.path,
        describe(downloadAccount, "Download a member's data by a link"),
        made,
        queryOf(downloadAccount),
        async (c) => {
          const person = await help.exportedBy(c.req.valid('query').token);
          c.header('Cache-Control', 'no-store');
          c.header('Content-Type', downloadAccount.file);
          c.header('Content-Disposition', `attachment; filename="${exports.nameOf(person, now())}"`);
          return c.body(exports.archive(person));
        },
      )
  );
};
