import { Hono } from 'hono';
import { networksOf } from '#api/platform/addresses/network.ts';
import type { Events } from '#api/platform/events.ts';
import { bodyOf, describe, type Guards, type SignedIn as SignedInVisitor } from '#api/platform/http/kit.ts';
import { securityEvent } from '#api/platform/security-events.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import { senderOf } from '#api/platform/sessions/sender.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import type { SignedIn } from '#api/platform/sessions/signed-in.ts';
import { ok } from '#contract/envelope.ts';
import { changePassword, endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import type { PasswordService } from './accounts.password.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';
import type { TokenService } from './accounts.tokens.ts';

interface Deps {
  passwords: PasswordService;
  signedInDevices: SignedIn;
  tokens: Pick<TokenService, 'revokeAll'>;
  sessions: Sessions;
  cookies: SessionCookies;
  signIns: SignIns;
  emit: Events['emit'];
}

const hour = 3600;

/** Routes for the password and the signed-in devices. */
export const sessionRoutes = (
  { passwords, signedInDevices, tokens, sessions, cookies, signIns, emit }: Deps,
  { signedIn, proved, limit }: Guards,
) => {
  const changes = limit({ name: 'password', points: 60, seconds: hour });
  const endings = limit({ name: 'end-session', points: 300, seconds: hour, by: 'user' });
  return new Hono<SignedInVisitor>()
    .post(
      changePassword.path,
      describe(changePassword, 'Change the password'),
      signedIn,
      changes,
      bodyOf(changePassword),
      // No idempotency key: its stored fingerprint would be a hash of a password.
      async (c) => {
        const { user, session } = c.var;
        await passwords.change(c.req.valid('json'), user.id, session, signIns.visitOf(c));
        await signIns.ended(user.id);
        const bearers = await sessions.bearersOf(session.id);
        if (bearers) cookies.set(c, bearers);
        return c.json(ok(null));
      },
    )
    .get(listSessions.path, describe(listSessions, 'List the signed-in devices'), signedIn, async (c) => {
      const { user, session } = c.var;
      const found = await signedInDevices.list(user.id, session);
      return c.json(
        ok(
          found.map(({ id, device, createdAt, rotatedAt }) => ({
            id,
            current: id === session.id,
            device,
            signedInAt: createdAt.toISOString(),
            lastUsedAt: rotatedAt.toISOString(),
          })),
        ),
      );
    })
    .delete(
      endOtherSessions.path,
      describe(endOtherSessions, 'Sign out every other device and program'),
      signedIn,
      proved(),
      endings,
      async (c) => {
        await signedInDevices.endOthers(c.var.user.id, c.var.session.id);
        await tokens.revokeAll(c.var.user.id);
        await signIns.ended(c.var.user.id);
        await emit(securityEvent(c.var.user.id, 'sessions.ended', { from: senderOf(c) }));
        c.var.log.info(
          { event: 'sessions.ended', accountId: c.var.user.id, network: networksOf(c)[0] },
          'others signed out',
        );
        return c.json(ok(null));
      },
    )
    .delete(endSession.path, describe(endSession, 'Sign a device out'), signedIn, proved(), endings, async (c) => {
      const about = await signedInDevices.end(c.var.user.id, c.req.param('sessionId'));
      await signIns.ended(c.var.user.id);
      if (about !== null) await emit(securityEvent(c.var.user.id, 'session.ended', { from: senderOf(c), about }));
      c.var.log.info(
        { event: 'session.ended', accountId: c.var.user.id, network: networksOf(c)[0] },
        'device signed out',
      );
      return c.json(ok(null));
    });
};
