import {
  changeMemberEmail,
  downloadAccount,
  type EraseMember,
  endMemberSessions,
  eraseMember,
  exportMember,
  findMember,
  getMemberAccount,
  type MemberAccount,
  mailPasswordLink,
  showMemberEmail,
} from '#contract/account-help.ts';
import type { Body } from '#contract/endpoint.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { startDownload } from '#src/ui/start-download.ts';

/** @param who a username or an e-mail address @throws ApiFailure */
export const find = (as: Id, who: string): Promise<{ id: Id; username: string }> =>
  runAction(findMember, { as, query: { who } });

/** @throws ApiFailure */
export const fetchAccount = (as: Id, userId: Id): Promise<MemberAccount> =>
  runAction(getMemberAccount, { as, params: { userId } });

/** Fetches the whole address, which the log records. @throws ApiFailure */
export const revealEmail = async (as: Id, userId: Id): Promise<string> =>
  (await runAction(showMemberEmail, { as, params: { userId } })).email;

/** @throws ApiFailure */
export const sendPasswordLink = (as: Id, userId: Id) => runAction(mailPasswordLink, { as, params: { userId } });

/** @throws ApiFailure */
export const signOutEverywhere = (as: Id, userId: Id) => runAction(endMemberSessions, { as, params: { userId } });

/** @throws ApiFailure */
export const correctEmail = (as: Id, userId: Id, body: Body<typeof changeMemberEmail>) =>
  runAction(changeMemberEmail, { as, params: { userId }, body });

/** @throws ApiFailure */
export const erase = (as: Id, userId: Id, body: EraseMember) =>
  runAction(eraseMember, { as, params: { userId }, body });

/** Downloads everything that is stored about a member. @throws ApiFailure */
export async function downloadData(as: Id, userId: Id): Promise<void> {
  const { token } = await runAction(exportMember, { as, params: { userId } });
  startDownload(pathOf(downloadAccount, {}, { token }));
}
