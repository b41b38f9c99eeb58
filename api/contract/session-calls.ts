import type * as auth from './auth.ts';
import { callOf } from './endpoint.ts';

/** Cookie readable by scripts that marks a log-in on this device. */
export const authCheckCookie = 'auth-check';

/** The calls of a session, without their schemas. */
export const sessionCalls = {
  signout: callOf<typeof auth.signout>('POST', '/account/signout', 'Signout'),
  getAuthUser: callOf<typeof auth.getAuthUser>('GET', '/user/auth', 'AuthCheck'),
  refreshTokens: callOf<typeof auth.refreshTokens>('GET', '/auth/refresh-tokens'),
  validateToken: callOf<typeof auth.validateToken>('GET', '/auth/validate-token'),
};
