import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { ok } from '#contract/envelope.ts';
import {
  beginLinking,
  beginOpenId,
  enterByOpenId,
  joinByOpenId,
  linkAccount,
  listLinkedAccounts,
  openIdCallback,
  openIdMinutes,
  restoreByOpenId,
  unlinkAccount,
} from '#contract/openid.ts';
import type { OpenIdService } from './accounts.openid.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';

interface Deps {
  openId: OpenIdService;
  cookies: SessionCookies;
  signIns: SignIns;
}

const hour = 3600;

/** Routes by which members log in with accounts on other sites, and link such accounts. */
export const openIdRoutes = ({ openId, cookies, signIns }: Deps, { signedIn, proved, challenged, limit }: Guards) => {
  const beginning = limit({ name: 'openid-begin', points: 1200, seconds: hour });
  const returning = limit({ name: 'openid-back', points: 1200, seconds: hour });
  const entering = limit({ name: 'openid-enter', points: 1200, seconds: hour });
  const joining = limit({ name: 'openid-join', points: 60, seconds: hour });
  const changing = limit({ name: 'openid-link', points: 120, seconds: hour, by: 'user' });

  /** A secret of the browser, the same in each of its tabs, which lives as long as what it begins. */
  const holderOf = (c: Context): string => {
    c.header('Cache-Control', 'no-store');
    const holder = cookies.openId(c) || randomBytes(16).toString('base64url');
    cookies.setOpenId(c, holder, openIdMinutes * 60);
    return holder;
  };

  return new Hono<SignedIn>()
    .post(
      beginOpenId.path,
      describe(beginOpenId, 'Begin to log in with an account on another site'),
      beginning,
      bodyOf(beginOpenId),
      async (c) => {
        const provider = c.req.param('provider');
        return c.json(ok({ url: await openId.begin(provider, holderOf(c), c.req.valid('json')) }));
      },
    )
    .get(
      openIdCallback.path,
      describe(openIdCallback, 'Come back from another site'),
      returning,
      // A GET from another site, which changes nothing but what this browser has begun.
      async (c) => {
        const path = await openId.comeBack(c.req.param('provider'), new URL(c.req.url).search, holderOf(c));
        return c.json(ok(null), 303, { Location: path });
      },
    )
    .post(
      enterByOpenId.path,
      describe(enterByOpenId, 'Log in with an account on another site'),
      entering,
      bodyOf(enterByOpenId),
      async (c) => {
        const returned = { state: c.req.valid('json').flow, holder: holderOf(c) };
        const entered = await openId.enter(returned, signIns.visitOf(c));
        if ('account' in entered) return signIns.complete(c, entered.account);
        return c.json(ok({ login: 'NotFound' as const, newcomer: entered.newcomer }));
      },
    )
    .post(
      joinByOpenId.path,
      describe(joinByOpenId, 'Sign up with an account on another site'),
      joining,
      bodyOf(joinByOpenId),
      challenged(joinByOpenId),
      async (c) => {
        const joined = await openId.join(c.req.valid('json'), holderOf(c), c.var.client, signIns.visitOf(c));
        if ('account' in joined) return signIns.complete(c, joined.account, undefined, joined.isNew);
        return c.json(ok({ login: 'EmailNotConfirmed' as const, email: joined.email }));
      },
    )
    .post(
      restoreByOpenId.path,
      describe(restoreByOpenId, 'Restore a deleted account with an account on another site'),
      entering,
      bodyOf(restoreByOpenId),
      async (c) => {
        const returned = { state: c.req.valid('json').flow, holder: holderOf(c) };
        return signIns.complete(c, await openId.restore(returned, signIns.visitOf(c)));
      },
    )
    .get(listLinkedAccounts.path, describe(listLinkedAccounts, 'List the linked accounts'), signedIn, async (c) =>
      c.json(ok(await openId.list(c.var.user.id))),
    )
    .post(
      beginLinking.path,
      describe(beginLinking, 'Begin to link an account on another site'),
      signedIn,
      proved(),
      changing,
      async (c) => {
        const { id: userId } = c.var.user;
        return c.json(ok({ url: await openId.begin(c.req.param('provider'), holderOf(c), { userId }) }));
      },
    )
    .post(
      linkAccount.path,
      describe(linkAccount, 'Link an account on another site'),
      signedIn,
      proved(),
      changing,
      bodyOf(linkAccount),
      async (c) => {
        const returned = { state: c.req.valid('json').flow, holder: holderOf(c) };
        return c.json(ok(await openId.link(returned, c.var.user.id, signIns.visitOf(c))));
      },
    )
    .delete(
      unlinkAccount.path,
      describe(unlinkAccount, 'Unlink an account on another site'),
      signedIn,
      proved(),
      changing,
      async (c) => {
        await openId.unlink(c.var.user.id, c.req.param('linkId'), signIns.visitOf(c));
        return c.json(ok(null));
      },
    );
};
