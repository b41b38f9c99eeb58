import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Person } from './people.ts';

/**
 * `moderator`: may moderate; `operator`: may also change the site's settings and roles; `newUntil` (ISO 8601): when a new
 * member stops being one, see `trust.ts`.
 */
export const AuthUser = v.object({
  ...Person.entries,
  operator: v.optional(v.boolean()),
  moderator: v.optional(v.boolean()),
  newUntil: v.optional(v.string()),
});
export type AuthUser = v.InferOutput<typeof AuthUser>;

export const signout = endpoint('POST', '/account/signout', { action: 'Signout', reply: v.null() });
export const getAuthUser = endpoint('GET', '/user/auth', { action: 'AuthCheck', reply: AuthUser, programs: true });
/** `accessExpires` (ISO 8601): when the access cookie expires. */
export const refreshTokens = endpoint('GET', '/auth/refresh-tokens', {
  reply: v.object({ accessExpires: v.string() }),
});
export const validateToken = endpoint('GET', '/auth/validate-token', { reply: v.nullable(AuthUser) });
