import { type DeleteAccount, deleteAccount } from '#contract/accounts.ts';
import type { AuthUser } from '#contract/auth.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { inTurn } from '#src/outbox/owed-sign-out.ts';
import { deleteUnsent } from '#src/outbox/unsent.ts';
import { signOut } from '#src/session/session.ts';

/**
 * Deletes the member's account; then this device forgets them as after a sign-out.
 * @param unsent what becomes of the member's drafts and rows on this device; what is kept waits for a restored account
 * @param leave takes the screen away from the member's own pages
 * @returns when the account is erased
 * @throws ApiFailure while it is not deleted
 */
export async function leaveHeadbadge(
  user: AuthUser,
  proof: DeleteAccount,
  unsent: 'keep' | 'delete',
  leave: () => Promise<void> | void,
): Promise<Date> {
  const { until } = await runAction('DeleteAccount', (call) =>
    inTurn(() => call(deleteAccount, { body: proof, as: user.id })),
  );
  await signOut('keep', leave);
  // By name: another tab may have heard of the end first, and shown nobody since.
  if (unsent === 'delete') await deleteUnsent(user.id);
  return new Date(until);
}
