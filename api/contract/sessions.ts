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
