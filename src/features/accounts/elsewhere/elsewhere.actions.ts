import { enterByOpenId, type JoinByOpenId, joinByOpenId, type Newcomer, restoreByOpenId } from '#contract/openid.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { signInElsewhere } from '#src/session/sign-in.ts';

/** Logs in with the account that another site named. @returns who is new here; null if somebody is logged in @throws ApiFailure */
export async function enterElsewhere(flow: string): Promise<Newcomer | null> {
  const answer = await signInElsewhere(enterByOpenId, { flow });
  return answer.login === 'NotFound' ? answer.newcomer : null;
}

/** Restores a deleted account, and logs in. @throws ApiFailure */
export const restoreElsewhere = (flow: string) => signInElsewhere(restoreByOpenId, { flow });

/** What became of a sign-up: somebody is logged in, a link is mailed, or operators have yet to decide. */
export type JoinedElsewhere = { is: 'in' } | { is: 'mailed'; email: string } | { is: 'applied' };

/** Signs somebody up whom another site named. @throws ApiFailure */
export async function joinElsewhere(body: JoinByOpenId): Promise<JoinedElsewhere> {
  try {
    const answer = await signInElsewhere(joinByOpenId, body);
    return answer.login === 'LoginSucceeded' ? { is: 'in' } : { is: 'mailed', email: answer.email };
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'Applied') return { is: 'applied' };
    throw error;
  }
}
