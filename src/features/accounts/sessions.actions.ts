import type { Id } from '#contract/ids.ts';
import {
  type ChangePassword,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type MemberSession,
} from '#contract/sessions.ts';
import { runAction } from '#src/action-state/run-action.ts';

/**
 * Gives a member another password; this device alone stays signed in.
 * @throws ApiFailure
 */
export async function changeOwnPassword(as: Id, passwords: ChangePassword): Promise<void> {
  await runAction('ChangePassword', (call) => call(changePassword, { as, body: passwords }));
}

/**
 * The devices that are signed in, this one first, then the last used.
 * @throws ApiFailure
 */
export async function ownSessions(as: Id): Promise<MemberSession[]> {
  const sessions = await runAction('GetSessions', (call) => call(listSessions, { as }));
  return sessions.sort((one, other) => Number(other.current) - Number(one.current));
}

/**
 * Signs out one device, or every device but this one.
 * @throws ApiFailure
 */
export async function signOutDevice(as: Id, which: Pick<MemberSession, 'id'> | 'others'): Promise<void> {
  await runAction('EndSession', (call) =>
    which === 'others' ? call(endOtherSessions, { as }) : call(endSession, { as, params: { sessionId: which.id } }),
  );
}
