import * as v from 'valibot';
import { NewPassword, Password } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const ChangePassword = v.object({ current: Password, password: NewPassword });
export type ChangePassword = v.InferOutput<typeof ChangePassword>;

/** Gives the member another password. Every other session ends, and every mailed link. */
export const changePassword = endpoint('POST', '/user/password', {
  body: ChangePassword,
  reply: v.null(),
  private: true,
});

/** A device that is signed in to the member's account. */
export const MemberSession = v.object({
  id: v.string(),
  /** Whether it is the one that asks. */
  current: v.boolean(),
  /** What a person calls it, such as `Firefox on Android`; empty where nobody can tell. */
  device: v.string(),
  /** ISO 8601. */
  signedInAt: v.string(),
  /** ISO 8601, to a few minutes. */
  lastUsedAt: v.string(),
});
export type MemberSession = v.InferOutput<typeof MemberSession>;

/** The devices that are signed in, the last used first. */
export const listSessions = endpoint('GET', '/user/sessions', { reply: v.array(MemberSession), private: true });
/** Signs a device out; one that is out already is no fault. */
export const endSession = endpoint('DELETE', '/user/sessions/:sessionId', { reply: v.null(), private: true });
/** Signs out every device but this one. */
export const endOtherSessions = endpoint('DELETE', '/user/sessions', { reply: v.null(), private: true });
