import { downloadAccount, eraseBanned, exportBanned } from '#contract/account-help.ts';
import { type DeleteAccount, deleteAccount, type Login } from '#contract/accounts.ts';
import type { AuthUser } from '#contract/auth.ts';
import { pathOf } from '#contract/endpoint.ts';
import { runAction } from '#src/actions/run-action.ts';
import { withSignInLock } from '#src/outbox/pending-sign-out.ts';
import { deleteUnsent } from '#src/outbox/unsent.ts';
import { signOut } from '#src/session/session.ts';
import { startDownload } from '#src/ui/start-download.ts';

/**
 * Deletes the member's account and signs out on this device.
 * @param unsent whether to keep or delete drafts and queued mutations here; they wait for the account to be
 * restored
 * @param leave navigates away from the member's own pages
 * @returns when the account will be erased
 * @throws ApiFailure if it was not deleted
 */
export async function leaveHeadbadge(
  user: AuthUser,
  proof: DeleteAccount,
  unsent: 'keep' | 'delete',
  leave: () => Promise<void> | void,
): Promise<Date> {
  const { until } = await runAction(deleteAccount.action, (call) =>
    withSignInLock(() => call(deleteAccount, { body: proof, as: user.id })),
  );
  await signOut('keep', leave);
  // Deletes by user id, because another tab may have ended the session first.
  if (unsent === 'delete') await deleteUnsent(user.id);
  return new Date(until);
}

/** Downloads the data of a banned member. @throws ApiFailure */
export async function downloadAsBanned(credentials: Login): Promise<void> {
  const { token } = await runAction(exportBanned, { body: credentials });
  startDownload(pathOf(downloadAccount, {}, { token }));
}

/** Erases the account of a banned member at once. @throws ApiFailure if it was not erased */
export async function eraseAsBanned(credentials: Login): Promise<void> {
  await runAction(eraseBanned, { body: credentials });
}
