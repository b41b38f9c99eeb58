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
    prepare: (stage) => stage.bike(),
    by: flagging('Post'),
    seen: states,
    expected: members('201, open', '403 flag.own'),
    byStatus: {
      Draft: members('404 not_found'),
      Flagged: members('201, open', '403 flag.own'),
      Removed: members('410 gone'),
      Deleted: members('404 not_found'),
    },
  },
  {
    call: addFlag,
    when: 'a comment',
    prepare: (stage) => stage.comment(),
    by: flagging('Comment'),
    seen: states,
    expected: members('201, open', '403 flag.own'),
  },
  {
    call: addFlag,
    when: 'a list',
    prepare: (stage) => stage.list(),
    by: flagging('List'),
    seen: states,
    expected: members('201, open', '403 flag.own'),
  },
  {
    call: addMemberFlag,
    prepare: owner,
    by: flaggingMember('oskar', false),
    seen: states,
    expected: members('201, open', '403 flag.own'),
  },
  {
    call: addMemberFlag,
    when: 'a missing member',
    prepare: async () => newId(),
    by: (asks, userId, how) =>
      asks.call(addMemberFlag, { params: { userId }, body: { id: newId(), reason: 'Spam', note: '' }, ...how }),
    expected: members('404 not_found'),
  },
  {
    call: addMemberFlag,
    when: 'a message to the owner',
    prepare: (stage) => stage.message(),
    by: flaggingMember('tessa', true),
    seen: states,
    expected: members('404 not_found', '201, open'),
  },
  {
    call: addMemberFlag,
    when: 'a message by the owner',
    prepare: (stage) => stage.messageByOwner(),
    by: flaggingMember('oskar', true),
    expected: members('404 not_found', '403 flag.own'),
  },
  {
    call: listFlaggedMembers,
    prepare: async (stage) => {
      const { app, callers } = stage;
      const userId = String((await app.db.collection('users').findOne({ username: 'tessa' }))?._id);
      const body = { id: newId(), reason: 'Spam', note: '' } as const;
      await callers.owner.call(addMemberFlag, { params: { userId }, body });
      return userId;
    },
    by: (asks, _, how) => asks.call(listFlaggedMembers, how),
    seen: (data, userId) => (JSON.stringify(data).includes(userId) ? 'shown' : 'not shown'),
    expected: members('200, not shown', '200, shown'),
  },
];
