import { decideFlags, type FlagCase, type FlagState, listFlagCases } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import { judgeBike, judgeComment, type ThingJudgement } from '#contract/moderation.ts';
import type { Page } from '#contract/paging.ts';
import { tracked } from '#src/results/results.ts';

/** What a moderator decides about something that was flagged. */
export type Decision = ThingJudgement | { flags: FlagState };

/** What nobody has looked at, or what was decided. @throws ApiFailure */
export const flagCases = (as: Id, state: 'open' | 'decided', cursor?: string): Promise<Page<FlagCase>> =>
  tracked('GetFlagCases', (call) => call(listFlagCases, { as, query: { state, cursor } }));

type Thing = Pick<FlagCase, 'targetType' | 'targetId'>;

/** Carries a decision out. @throws ApiFailure */
export async function decide(as: Id, { targetType, targetId }: Thing, decision: Decision): Promise<void> {
  await tracked('Moderate', async (call) => {
    if ('flags' in decision) {
      await call(decideFlags, { as, params: { targetType, targetId }, body: { state: decision.flags } });
    } else if (targetType === 'Post') {
      await call(judgeBike, { as, params: { bikeId: targetId }, body: decision });
    } else {
      await call(judgeComment, { as, params: { commentId: targetId }, body: decision });
    }
  });
}

/** What brings a thing back to how it stood, and into the queue. A removed one is shown before it is flagged again. */
export function undoing({ status }: FlagCase, decision: Decision, reason: string): Decision[] {
  const reopen: Decision = { flags: 'open' };
  if ('flags' in decision) return [reopen];
  const before: Decision[] = status === 'Active' ? [] : [{ status: status === 'Removed' ? status : 'Flagged', reason }];
  const back: Decision[] = decision.status === 'Active' ? [] : [{ status: 'Active', reason: '' }];
  return [...back, ...before, reopen];
}
