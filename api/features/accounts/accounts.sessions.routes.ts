import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { networksOf } from '#api/platform/network.ts';
import type { SessionCookies } from '#api/platform/sessions/cookies.ts';
import type { Devices } from '#api/platform/sessions/devices.ts';
import type { Sessions } from '#api/platform/sessions/sessions.ts';
import { ok } from '#contract/envelope.ts';
import { changePassword } from '#contract/sessions.ts';
import type { PasswordService } from './accounts.password.ts';

interface Needs {
  passwords: PasswordService;
  sessions: Pick<Sessions, 'bearersOf'>;
  cookies: Pick<SessionCookies, 'device' | 'set'>;
  devices: Pick<Devices, 'deviceOf'>;
}

const hour = 3600;

/** What a member does with the account's sessions. */
export const sessionRoutes = (
  { passwords, sessions, cookies, devices }: Needs,
  { signedIn, limit }: Pick<Guards, 'signedIn' | 'limit'>,
) => {
  const changes = limit({ name: 'password', points: 60, seconds: hour });
  return new Hono<SignedIn>().post(
    changePassword.path,
    describe(changePassword, 'Change the password'),
    signedIn,
    changes,
    bodyOf(changePassword),
    // No receipt is kept: its fingerprint would be one of a password.
    async (c) => {
      const { user, session, log } = c.var;
      const marks = cookies.device(c);
      const deviceOf = (accountId: string) => devices.deviceOf(marks, accountId);
      const visit = { networks: networksOf(c), deviceOf, log };
      await passwords.change(c.req.valid('json'), user.id, session, visit);
      const bearers = await sessions.bearersOf(session.id);
      if (bearers) cookies.set(c, bearers);
      return c.json(ok(null));
    },
  );
};
