import type { Id } from '#contract/ids.ts';
import { listTokens, makeToken, type NewToken, type PersonalToken, revokeToken } from '#contract/personal-tokens.ts';
import { runAction } from '#src/actions/run-action.ts';

/** @throws ApiFailure */
export const fetchTokens = (as: Id): Promise<PersonalToken[]> => runAction(listTokens, { as });

/** Makes a personal token. Its secret is in this answer only. @throws ApiFailure */
export const makeOwnToken = (as: Id, body: NewToken): Promise<{ token: PersonalToken; secret: string }> =>
  runAction(makeToken, { as, body });

/** @throws ApiFailure */
export const revokeOwnToken = async (as: Id, tokenId: Id): Promise<void> => {
  await runAction(revokeToken, { as, params: { tokenId } });
};
