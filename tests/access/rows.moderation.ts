import { decideFlags, type FlagCase, listFlagCases } from '#contract/flag-queue.ts';
import { addFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import {
  changeRole,
  judgeBike,
  judgeComment,
  judgeList,
  judgeMember,
  judgeMessage,
  listActs,
  listRoles,
} from '#contract/moderation.ts';
import { type Expected, operators } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const fred = async ({ app }: Stage) => String((await app.db.collection('users').findOne({ username: 'fred' }))?._id);
const accountStatusOf = async (_: unknown, id: string, { app }: Stage) =>
  String((await app.db.collection('users').findOne({ _id: id as never }))?.status);
/** A bike of the owner that another member has flagged. */
async function flagged(stage: Stage): Promise<string> {
  const targetId = await stage.bike();
  await stage.third.call(addFlag, { body: { id: newId(), targetType: 'Post', targetId, reason: 'Spam', note: '' } });
  return targetId;
}
/** For moderators and operators; others get `not_found`. */
const moderators = (expected: string): Expected => ({ ...operators(expected), moderator: expected });

export const moderationRows: Row[] = [
  { call: listRoles, by: (asks, _, how) => asks.call(listRoles, how), expected: operators('200') },
  {
    call: changeRole,
    by: (asks, _, how) => asks.call(changeRole, { body: { username: 'fred', role: 'moderator' }, ...how }),
    expected: operators('200'),
  },
  {
    call: changeRole,
    when: 'takes it away',
    by: (asks, _, how) => asks.call(changeRole, { body: { username: 'fred', role: 'member' }, ...how }),
    expected: operators('200'),
  },
  {
    call: judgeMember,
    prepare: fred,
    by: (asks, userId, how) => {
      const body = { standing: 'Suspended', until: '2030-01-01T00:00:00Z', reason: 'Insults.' } as const;
      return asks.call(judgeMember, { params: { userId }, body, ...how });
    },
    seen: accountStatusOf,
    expected: moderators('200, Suspended'),
  },
  {
    call: judgeMember,
    when: 'an operator',
    prepare: async ({ app }) => String((await app.db.collection('users').findOne({ username: 'otto' }))?._id),
    by: (asks, userId, how) =>
      asks.call(judgeMember, { params: { userId }, body: { standing: 'Banned', reason: 'Mutiny.' }, ...how }),
    expected: moderators('409 moderation.operator'),
  },
  {
    call: judgeBike,
    prepare: (stage) => stage.bike(),
    by: (asks, bikeId, how) =>
      asks.call(judgeBike, { params: { bikeId }, body: { status: 'Removed', reason: 'Not a bike.' }, ...how }),
    expected: moderators('200'),
  },
  {
    call: judgeBike,
    when: 'one that its owner deleted',
    prepare: (stage) => stage.bike('Deleted'),
    by: (asks, bikeId, how) =>
      asks.call(judgeBike, { params: { bikeId }, body: { status: 'Active', reason: '' }, ...how }),
    expected: moderators('409 moderation.state'),
  },
  {
    call: judgeComment,
    prepare: (stage) => stage.comment(),
    by: (asks, commentId, how) =>
      asks.call(judgeComment, { params: { commentId }, body: { status: 'Removed', reason: 'An advert.' }, ...how }),
    expected: moderators('200'),
  },
  {
    call: judgeMessage,
    prepare: (stage) => stage.message(),
    by: (asks, messageId, how) =>
      asks.call(judgeMessage, { params: { messageId }, body: { status: 'Removed', reason: 'A scam.' }, ...how }),
    seen: async (_, id, { app }) =>
      (await app.db.collection('messages').findOne({ _id: id as never }))?.removed ? 'removed' : 'there',
    expected: moderators('200, removed'),
  },
  {
    call: judgeList,
    prepare: (stage) => stage.list(),
    by: (asks, shareId, how) =>
      asks.call(judgeList, { params: { shareId }, body: { status: 'Removed', reason: 'A scam.' }, ...how }),
    seen: async (_, __, { app }) =>
      (await app.db.collection('folderOrders').findOne({ 'judged.removed': { $exists: true } })) ? 'removed' : 'there',
    expected: moderators('200, removed'),
  },
  {
    call: listFlagCases,
    prepare: flagged,
    by: (asks, _, how) => asks.call(listFlagCases, how),
    seen: (page, bikeId) =>
      (page as { items: FlagCase[] }).items.some(({ targetId }) => targetId === bikeId) ? 'listed' : 'not listed',
    expected: moderators('200, listed'),
  },
  {
    call: decideFlags,
    prepare: flagged,
    by: (asks, targetId, how) =>
      asks.call(decideFlags, {
        params: { targetType: 'Post', targetId },
        body: { state: 'rejected', reason: '' },
        ...how,
      }),
    seen: async (_, targetId, { app }) => String((await app.db.collection('flags').findOne({ targetId }))?.state),
    expected: moderators('200, rejected'),
  },
  { call: listActs, by: (asks, _, how) => asks.call(listActs, how), expected: moderators('200') },
];
