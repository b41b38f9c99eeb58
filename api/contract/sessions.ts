import * as v from 'valibot';
import { NewPassword, Password } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** `current` may be missing for `proofMinutes` after the session has proved a passkey. */
export const ChangePassword = v.object({ current: v.optional(Password), password: NewPassword });
export type ChangePassword = v.InferOutput<typeof ChangePassword>;

/** Changes the member's password. Ends all other sessions and invalidates mailed links. */
export const changePassword = endpoint('POST', '/user/password', {
  action: 'ChangePassword',
  body: ChangePassword,
  reply: v.null(),
  private: true,
});

/** A signed-in session of the member. */
export const MemberSession = v.object({
  id: v.string(),
  /** Whether it is the session that asks. */
  current: v.boolean(),
  /** Readable name, such as `Firefox on Android`; empty when unknown. */
  device: v.string(),
  /** ISO 8601. */
  signedInAt: v.string(),
  /** ISO 8601, accurate to a few minutes. */
  lastUsedAt: v.string(),
});
export type MemberSession = v.InferOutput<typeof MemberSession>;

/** Lists the member's sessions, last used first. */
export const listSessions = endpoint('GET', '/user/sessions', { reply: v.array(MemberSession), private: true });
/** Ends a session; succeeds when it has ended already. */
export const endSession = endpoint('DELETE', '/user/sessions/:sessionId', { reply: v.null(), private: true });
/** Ends every other session, and all personal tokens. */
export const endOtherSessions = endpoint('DELETE', '/user/sessions', { reply: v.null(), private: true });
