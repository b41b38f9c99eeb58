import { listTokens, makeToken, type PersonalToken, revokeToken } from '#contract/personal-tokens.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** Makes a token of the owner. */
async function token({ callers: { owner } }: Stage): Promise<string> {
  const body = { name: 'Watch', scopes: ['read'], days: 30 } as const;
  const { answer } = await owner.call(makeToken, { body });
  return answer.data?.token.id ?? '';
}
const stillThere = async (_: unknown, tokenId: string, { app }: Stage) =>
  (await app.db.collection('personalTokens').findOne({ tokenId })) ? 'alive' : 'revoked';

export const tokenRows: Row[] = [
  {
    call: listTokens,
    prepare: token,
    by: (asks, _, how) => asks.call(listTokens, how),
    seen: (list, id) => ((list as PersonalToken[]).some((one) => one.id === id) ? 'with it' : 'without it'),
    expected: members('200, without it', '200, with it'),
  },
  {
    call: makeToken,
    by: (asks, _, how) => asks.call(makeToken, { body: { name: 'Watch', scopes: ['read'], days: 30 }, ...how }),
    expected: members('201'),
  },
  {
    call: makeToken,
    when: 'to moderate',
    by: (asks, _, how) => asks.call(makeToken, { body: { name: 'Watch', scopes: ['moderate'], days: 30 }, ...how }),
    expected: { ...members('422 scopes'), moderator: '201', operator: '201' },
  },
  {
    call: revokeToken,
    prepare: token,
    by: (asks, tokenId, how) => asks.call(revokeToken, { params: { tokenId }, ...how }),
    seen: stillThere,
    expected: members('200, alive', '200, revoked'),
  },
];
