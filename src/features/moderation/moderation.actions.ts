import { type Application, decideApplication, listApplications } from '#contract/applications.ts';
import { decideFlags, type FlagCase, type FlagState, listFlagCases } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import {
  type Act,
  type Judgement,
  judgeBike,
  judgeComment,
  judgeList,
  judgeMember,
  judgeMessage,
  listActs,
  type ThingJudgement,
} from '#contract/moderation.ts';
import type { Page } from '#contract/paging.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Moderator's decision about a flagged item. */
export type Decision = ThingJudgement | Judgement | { flags: FlagState };

/** Fetches open or decided cases. @throws ApiFailure */
export const flagCases = (as: Id, state: 'open' | 'decided', cursor?: string): Promise<Page<FlagCase>> =>
  runAction(listFlagCases, { as, query: { state, cursor } });

/** Fetches acts, newest first. @throws ApiFailure */
export const fetchActs = (cursor?: string): Promise<Page<Act>> => runAction(listActs, { query: { cursor } });

/** Fetches who waits to be let in, longest waiting first. @throws ApiFailure */
export const fetchApplications = (as: Id, cursor?: string): Promise<Page<Application>> =>
  runAction(listApplications, { as, query: { cursor } });

/** Lets an applicant in, or refuses. @throws ApiFailure */
export async function answerApplication(as: Id, userId: Id, accept: boolean, reason = ''): Promise<void> {
  await runAction(decideApplication, { as, params: { userId }, body: { accept, reason } });
}
/** Fetches the acts about a member, newest first. @throws ApiFailure */
export const fetchActsOf = (userId: Id, cursor?: string): Promise<Page<Act>> =>
  runAction(listActs, { query: { userId, cursor } });

/** Executes a decision. @throws ApiFailure */
export async function decide(as: Id, one: FlagCase, decision: Decision): Promise<void> {
  const { targetType, targetId, owner } = one;
  await runAction('Moderate', async (call) => {
    const settle = (state: FlagState) => call(decideFlags, { as, params: { targetType, targetId }, body: { state } });
    if ('flags' in decision) {
      await settle(decision.flags);
    } else if ('standing' in decision) {
      await call(judgeMember, { as, params: { userId: owner.id }, body: decision });
      // The server settles flags against the member themselves along with it.
      if (targetType !== 'User' && decision.standing !== 'Active') await settle('upheld');
    } else if (targetType === 'Post') {
      await call(judgeBike, { as, params: { bikeId: targetId }, body: decision });
    } else if (targetType === 'Comment') {
      await call(judgeComment, { as, params: { commentId: targetId }, body: decision });
    } else if (decision.status !== 'Flagged') {
      const { status, reason = '' } = decision;
      const body = { status, reason };
      if (targetType === 'List') await call(judgeList, { as, params: { shareId: targetId }, body });
      else await call(judgeMessage, { as, params: { messageId: targetId }, body });
    }
  });
}

/**
 * Returns the decisions that restore the previous state and reopen the case; none if that is impossible. A removed item
 * has to be shown before it can be flagged again.
 */
export function undoing({ status, standing }: FlagCase, decision: Decision, reason: string): Decision[] {
  const reopen: Decision = { flags: 'open' };
  if ('flags' in decision) return [reopen];
  // The end of an earlier suspension is unknown here.
  if ('standing' in decision) return standing === 'Active' ? [{ standing: 'Active', reason: '' }, reopen] : [];
  const before: Decision[] = status === 'Active' ? [] : [{ status: status === 'Removed' ? status : 'Flagged', reason }];
  const back: Decision[] = decision.status === 'Active' ? [] : [{ status: 'Active', reason: '' }];
  return [...back, ...before, reopen];
}
