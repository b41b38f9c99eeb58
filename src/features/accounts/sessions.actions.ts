import type { Id } from '#contract/ids.ts';
import {
  type ChangePassword,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  type MemberSession,
} from '#contract/sessions.ts';
import { runAction } from '#src/actions/run-action.ts';

/**
 * Changes a member's password and ends all other sessions. Without the current one, it asks for a passkey.
 * @throws ApiFailure
 */
export async function changeOwnPassword(as: Id, passwords: ChangePassword): Promise<void> {
  await runAction(changePassword, { as, body: passwords });
}

/**
 * Fetches the signed-in devices: this one first, then the most recently used.
 * @throws ApiFailure
 */
export async function ownSessions(as: Id): Promise<MemberSession[]> {
  const sessions = await runAction(listSessions, { as });
  return sessions.sort((one, other) => Number(other.current) - Number(one.current));
}

/**
 * Signs out one device, or all others.
 * @throws ApiFailure
 */
export async function signOutDevice(as: Id, which: Pick<MemberSession, 'id'> | 'others'): Promise<void> {
  await runAction('EndSession', (call) =>
    which === 'others' ? call(endOtherSessions, { as }) : call(endSession, { as, params: { sessionId: which.id } }),
  );
}
