import type { Id } from '#contract/ids.ts';
import { type LinkedAccount, linkAccount, listLinkedAccounts, unlinkAccount } from '#contract/openid.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Fetches the member's linked accounts, and whether they have a password. @throws ApiFailure */
export const ownLinkedAccounts = (as: Id) => runAction(listLinkedAccounts, { as });

/** Links the account that another site named. @throws ApiFailure */
export const linkOwnAccount = (as: Id, flow: string): Promise<LinkedAccount> =>
  runAction(linkAccount, { as, body: { flow } });

/** @throws ApiFailure */
export async function unlinkOwnAccount(as: Id, linkId: string): Promise<void> {
  await runAction(unlinkAccount, { as, params: { linkId } });
}
