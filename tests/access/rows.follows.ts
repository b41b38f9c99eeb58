import { listSuggestions } from '#contract/feed-suggestions.ts';
import {
  followThing,
  listFollowedMembers,
  listFollowers,
  listFollowing,
  listOwnFollowers,
  lookAtSearch,
  unfollowThing,
} from '#contract/follows.ts';
import { everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const idOf = async (stage: Stage, username: string) =>
  String((await stage.app.db.collection('users').findOne({ username }))?._id);
const third = (stage: Stage) => idOf(stage, 'tessa');
const owner = (stage: Stage) => idOf(stage, 'oskar');
const shown = (data: unknown, id: string) => (JSON.stringify(data).includes(id) ? 'shown' : 'not shown');
/** The owner follows another member. */
async function followed(stage: Stage): Promise<string> {
  const key = await third(stage);
  await stage.callers.owner.call(followThing, { params: { kind: 'member', key }, body: { name: '' } });
  return key;
}

export const followRows: Row[] = [
  {
    call: listFollowing,
    prepare: followed,
    by: (asks, _, how) => asks.call(listFollowing, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: followThing,
    by: async (asks, _, how, stage) =>
      asks.call(followThing, { params: { kind: 'member', key: await third(stage) }, body: { name: '' }, ...how }),
    expected: members('200'),
  },
  {
    call: followThing,
    when: 'themselves',
    by: async (asks, _, how, stage) =>
      asks.call(followThing, { params: { kind: 'member', key: await owner(stage) }, body: { name: '' }, ...how }),
    expected: members('200', '403 follow.own'),
  },
  {
    call: unfollowThing,
    by: (asks, _, how) => asks.call(unfollowThing, { params: { kind: 'tag', key: 'lugged' }, ...how }),
    expected: members('200'),
  },
  {
    call: lookAtSearch,
    by: (asks, _, how) =>
      asks.call(lookAtSearch, { params: { key: 'keywords=surly' }, body: { at: new Date().toISOString() }, ...how }),
    expected: members('200'),
  },
  {
    call: listSuggestions,
    by: (asks, _, how) => asks.call(listSuggestions, how),
    expected: members('200'),
  },
  {
    call: listOwnFollowers,
    by: (asks, _, how) => asks.call(listOwnFollowers, how),
    expected: members('200'),
  },
  {
    call: listFollowers,
    by: async (asks, _, how, stage) => asks.call(listFollowers, { params: { userId: await owner(stage) }, ...how }),
    expected: everyone('200'),
  },
  {
    call: listFollowedMembers,
    by: async (asks, _, how, stage) =>
      asks.call(listFollowedMembers, { params: { userId: await owner(stage) }, ...how }),
    expected: everyone('200'),
  },
];
