import type { namedTargets } from '#contract/flag-targets.ts';
import { listFlaggedMembers } from '#contract/flagged-members.ts';
import { addFlag, addMemberFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const flagging =
  (targetType: (typeof namedTargets)[number]): Row['by'] =>
  (asks, targetId, how) =>
    asks.call(addFlag, { body: { id: newId(), targetType, targetId, reason: 'Spam', note: '' }, ...how });
/** Flags a member or a message of theirs. */
const flaggingMember =
  (username: string, named: boolean): Row['by'] =>
  async (asks, targetId, how, { app }) => {
    const userId = String((await app.db.collection('users').findOne({ username }))?._id);
    const said = { id: newId(), reason: 'Spam', note: '' } as const;
    const body = named ? { ...said, targetType: 'Message' as const, targetId } : said;
    return asks.call(addMemberFlag, { params: { userId }, body, ...how });
  };
const owner = async ({ app }: Stage) => String((await app.db.collection('users').findOne({ username: 'oskar' }))?._id);
const states = async (_: unknown, targetId: string, { app }: Stage) =>
  String((await app.db.collection('flags').findOne({ targetId }))?.state);

export const flagRows: Row[] = [
  {
    call: addFlag,
    made: (stage) => stage.bike(),
    by: flagging('Post'),
    seen: states,
    told: members('201, open', '403 flag.own'),
  },
  {
    call: addFlag,
    when: 'a draft',
    made: (stage) => stage.bike('Draft'),
    by: flagging('Post'),
    told: members('404 not_found'),
  },
  {
    call: addFlag,
    when: 'removed by moderators',
    made: (stage) => stage.bike('Removed'),
    by: flagging('Post'),
    told: members('410 gone'),
  },
  {
    call: addFlag,
    when: 'a comment',
    made: (stage) => stage.comment(),
    by: flagging('Comment'),
    seen: states,
    told: members('201, open', '403 flag.own'),
  },
  {
    call: addMemberFlag,
    made: owner,
    by: flaggingMember('oskar', false),
    seen: states,
    told: members('201, open', '403 flag.own'),
  },
  {
    call: addMemberFlag,
    when: 'somebody who is not here',
    made: async () => newId(),
    by: (asks, userId, how) =>
      asks.call(addMemberFlag, { params: { userId }, body: { id: newId(), reason: 'Spam', note: '' }, ...how }),
    told: members('404 not_found'),
  },
  {
    call: addMemberFlag,
    when: 'a message to the owner',
    made: (stage) => stage.message(),
    by: flaggingMember('tessa', true),
    seen: states,
    told: members('404 not_found', '201, open'),
  },
  {
    call: addMemberFlag,
    when: 'a message by the owner',
    made: (stage) => stage.messageByOwner(),
    by: flaggingMember('oskar', true),
    told: members('404 not_found', '403 flag.own'),
  },
  {
    call: listFlaggedMembers,
    made: async (stage) => {
      const { app, callers } = stage;
      const userId = String((await app.db.collection('users').findOne({ username: 'tessa' }))?._id);
      const body = { id: newId(), reason: 'Spam', note: '' } as const;
      await callers.owner.call(addMemberFlag, { params: { userId }, body });
      return userId;
    },
    by: (asks, _, how) => asks.call(listFlaggedMembers, how),
    seen: (data, userId) => (JSON.stringify(data).includes(userId) ? 'told' : 'not told'),
    told: members('200, not told', '200, told'),
  },
];
