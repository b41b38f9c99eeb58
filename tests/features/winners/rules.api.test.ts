import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endOf, weeksAfter } from '#contract/week-dates.ts';
import { TestApp } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';

const week = '2026-W09';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const voters = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];

let app: TestApp;
let ballot: Ballot;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true, now: () => new Date(endOf(week).getTime() + minute) });
  ballot = new Ballot(app.db, week);
});
afterAll(() => app.close());

/** Three bikes of three owners: ash leads by four votes to three, cob has one. */
beforeEach(async () => {
  await ballot.clear();
  for (const name of [...voters, 'oa', 'ob', 'oc']) await ballot.member(name);
  await ballot.bike('ash', 'oa');
  await ballot.bike('bay', 'ob');
  await ballot.bike('cob', 'oc');
  await ballot.likes('ash', ['m1', 'm2', 'm3', 'm4']);
  await ballot.likes('bay', ['m1', 'm2', 'm3']);
  await ballot.likes('cob', ['m1']);
});

type Row = { _id: string; places: { rank: number; bikeId: string; votes: number }[]; eligible: number };
const names = new Map(['ash', 'bay', 'cob', 'dun'].map((name) => [idNamed(name), name]));
/** The week's result, as "1 ash 4, 2 bay 3, 3 cob 1". */
async function outcome(): Promise<string> {
  await app.runJob('winners');
  const row = await app.db.collection<Row>('winners').findOne({ _id: week });
  if (!row) return 'undecided';
  return row.places.map(({ rank, bikeId, votes }) => `${rank} ${names.get(bikeId)} ${votes}`).join(', ') || 'none';
}

const unchangedResult = '1 ash 4, 2 bay 3, 3 cob 1';
const change = (bike: string, fields: Record<string, unknown>) => ballot.bike(bike, `o${bike[0]}`, fields);
const won = (name: string, weeksAgo: number, owner = 'ox') =>
  app.db.collection<{ _id: string }>('winners').insertOne({
    ...{ _id: weeksAfter(week, -weeksAgo), places: [{ rank: 1, bikeId: idNamed(name), votes: 9 }], eligible: 9 },
    ...{ decidedAt: new Date(), winner: { bikeId: idNamed(name), ownerId: idNamed(owner) } },
  } as never);
/** Decides the week before, too, so that the job decides only this one. */
const lastWeek = () => won('old', 1);
const ago = (hours: number) => ballot.before(hours);
const others = async (owner: string, count: number, member: string, at: Date) => {
  for (let i = 1; i <= count; i++) {
    const name = `z${i}${owner}`;
    await ballot.bike(name, owner, { publishedAt: new Date(ballot.close.getTime() - 90 * day) });
    await ballot.likes(name, [member], { at });
  }
};

type Case = { what: string; arrange?: () => Promise<unknown>; expected: string };
const votes: Case[] = [
  { what: 'each like of the week is a vote', expected: unchangedResult },
  { what: "the owner's own like is none", arrange: () => ballot.likes('ash', ['oa']), expected: unchangedResult },
  {
    what: 'a like before Monday is none',
    arrange: () => ballot.likes('ash', ['m4'], { at: new Date(ballot.begin.getTime() - 1) }),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a like on the stroke of Monday is one',
    arrange: () => ballot.likes('ash', ['m5'], { at: ballot.begin }),
    expected: '1 ash 5, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a like in the last millisecond is one',
    arrange: () => ballot.likes('ash', ['m5'], { at: new Date(ballot.close.getTime() - 1) }),
    expected: '1 ash 5, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a like on the stroke of the close is none',
    arrange: () => ballot.likes('ash', ['m5'], { at: ballot.close }),
    expected: unchangedResult,
  },
  {
    what: 'a like being undone does not count',
    arrange: () => ballot.likes('ash', ['m4'], { change: { bikeId: idNamed('ash'), op: 'x', by: -1 } }),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a like that was not counted yet is one',
    arrange: () => ballot.likes('ash', ['m5'], { change: { bikeId: idNamed('ash'), op: 'x', by: 1 } }),
    expected: '1 ash 5, 2 bay 3, 3 cob 1',
  },
  ...(['Unconfirmed', 'Banned', 'Deleted'] as const).map((status) => ({
    what: `a member who is ${status} does not vote`,
    arrange: () => ballot.member('m4', { status }),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  })),
  {
    what: 'a member who is suspended does not vote',
    arrange: () => ballot.member('m4', { status: 'Suspended', until: new Date(ballot.close.getTime() + day) }),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a member whose suspension is over votes',
    arrange: () => ballot.member('m4', { status: 'Suspended', until: ago(1) }),
    expected: unchangedResult,
  },
  {
    what: 'a member of less than seven days does not vote',
    arrange: () => ballot.member('m4', { createdAt: new Date(ago(40).getTime() - 7 * day + 1) }),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  },
  {
    what: 'a member of seven days votes',
    arrange: () => ballot.member('m4', { createdAt: new Date(ago(40).getTime() - 7 * day) }),
    expected: unchangedResult,
  },
  {
    what: "the sixth like of a day to one owner's bikes is a vote",
    arrange: () => others('oa', 5, 'm4', ago(41)),
    expected: unchangedResult,
  },
  {
    what: "the seventh like of a day to one owner's bikes is none, whichever of them can win",
    arrange: () => others('oa', 6, 'm4', ago(41)),
    expected: '1 ash 3, 2 bay 3, 3 cob 1',
  },
  {
    what: 'the likes of the day before do not count against a day',
    arrange: () => others('oa', 6, 'm4', ago(41 + 24)),
    expected: unchangedResult,
  },
  {
    what: "likes for other owners' bikes do not count against an owner",
    arrange: () => others('ob', 6, 'm4', ago(41)),
    expected: unchangedResult,
  },
];

const away = (status: string, at: Date) => ({ status, statusChangedAt: at, statuses: [{ status, at }] });
const bikes: Case[] = [
  ...(['Draft', 'Flagged', 'Removed', 'Deleted'] as const).map((status) => ({
    what: `a bike that is ${status} at the close cannot win`,
    arrange: () => change('ash', away(status, ago(1))),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  })),
  {
    what: 'a bike that went right after the close has won all the same',
    arrange: () => change('ash', away('Deleted', new Date(ballot.close.getTime() + 1))),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a bike that came back right after the close was not there',
    arrange: () => {
      const back = new Date(ballot.close.getTime() + 1);
      const statuses = [
        { status: 'Flagged', at: ago(5) },
        { status: 'Active', at: back },
      ];
      return change('ash', { status: 'Active', statusChangedAt: back, statuses });
    },
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'a bike that came back before the close can win',
    arrange: () => change('ash', away('Active', ago(1))),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a bike of 24 hours can win',
    arrange: () => change('ash', { publishedAt: ago(24) }),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a bike of less than 24 hours cannot',
    arrange: () => change('ash', { publishedAt: new Date(ago(24).getTime() + 1) }),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'a bike of 28 days can win',
    arrange: () => change('ash', { publishedAt: ago(28 * 24) }),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a bike of more than 28 days cannot',
    arrange: () => change('ash', { publishedAt: new Date(ago(28 * 24).getTime() - 1) }),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'a cover of 1,200 pixels is enough, also upright',
    arrange: () => change('ash', { photos: [{ width: 800, height: 1200 }] }),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a cover of 1,199 pixels is not, whatever the other photos have',
    arrange: () =>
      change('ash', {
        photos: [
          { width: 1199, height: 800 },
          { width: 2048, height: 1365 },
        ],
      }),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'a project cannot win',
    arrange: () => change('ash', { buildState: 'Project (in progress)' }),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'a bike of which nothing was said can',
    arrange: () => change('ash', { buildState: null, ownership: null }),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  {
    what: 'a restoration can',
    arrange: () => change('ash', { buildState: 'Restoration', ownership: 'Current' }),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
  ...(['Sold', 'Retired', 'Stolen'] as const).map((ownership) => ({
    what: `a bike that is ${ownership} cannot win`,
    arrange: () => change('ash', { ownership }),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  })),
  { what: 'a bike that won before cannot win', arrange: () => won('ash', 40), expected: '1 bay 3, 2 dun 2, 3 cob 1' },
  {
    what: 'an owner who won twelve weeks ago cannot win',
    arrange: () => won('old', 12, 'oa'),
    expected: '1 bay 3, 2 dun 2, 3 cob 1',
  },
  {
    what: 'an owner who won thirteen weeks ago can',
    arrange: () => won('old', 13, 'oa'),
    expected: '1 ash 4, 2 bay 3, 3 dun 2',
  },
];

const orders: Case[] = [
  {
    what: 'of as many votes, more commenters come first',
    arrange: async () => {
      await ballot.likes('bay', ['m4']);
      await ballot.comments('bay', ['m5']);
    },
    expected: '1 bay 4, 2 ash 4, 3 cob 1',
  },
  {
    what: 'one commenter is one, however often; neither the owner nor a comment that was deleted, or of another week, is any',
    arrange: async () => {
      await ballot.likes('bay', ['m4']);
      await ballot.comments('ash', ['m5', 'm6']);
      await ballot.comments('bay', ['m5', 'm5', 'm5', 'ob']);
      await ballot.comments('bay', ['m1'], { status: 'Deleted' });
      await ballot.comments('bay', ['m2'], { at: new Date(ballot.begin.getTime() - 1) });
    },
    expected: '1 ash 4, 2 bay 4, 3 cob 1',
  },
  {
    what: 'then more who have it among their favorites, of those who took it in this week and have it still',
    arrange: async () => {
      await ballot.likes('bay', ['m4']);
      await ballot.favorites('bay', ['m5']);
      await ballot.favorites('ash', ['m5'], { at: new Date(ballot.begin.getTime() - 1) });
      await ballot.favorites('ash', ['m6'], { folders: [], change: { op: 'x', bikeId: '', by: -1 } });
    },
    expected: '1 bay 4, 2 ash 4, 3 cob 1',
  },
  {
    what: 'then the bike that was published first',
    arrange: async () => {
      await change('bay', { publishedAt: ago(241) });
      await ballot.likes('bay', ['m4']);
    },
    expected: '1 bay 4, 2 ash 4, 3 cob 1',
  },
  { what: 'then the lower id', arrange: () => ballot.likes('bay', ['m4']), expected: '1 ash 4, 2 bay 4, 3 cob 1' },
  {
    what: 'a tie for the third place is broken in the same way',
    arrange: async () => {
      await ballot.bike('dun', 'od');
      await ballot.likes('dun', ['m2']);
      await ballot.comments('dun', ['m5']);
    },
    expected: '1 ash 4, 2 bay 3, 3 dun 1',
  },
];

const minimums: Case[] = [
  {
    what: 'two votes are too few to win',
    arrange: async () => {
      await app.db.collection('likes').deleteMany({});
      await ballot.likes('ash', ['m1', 'm2']);
      await ballot.likes('bay', ['m3']);
    },
    expected: 'none',
  },
  {
    what: 'three votes are enough, and who has none expected in nowhere',
    arrange: async () => {
      await app.db.collection('likes').deleteMany({});
      await ballot.likes('ash', ['m1', 'm2', 'm3']);
    },
    expected: '1 ash 3',
  },
  { what: 'two bikes are too few to run', arrange: () => change('cob', { ownership: 'Sold' }), expected: 'none' },
];

test.each([...votes, ...orders, ...minimums])('$what', async ({ arrange, expected }) => {
  await lastWeek();
  await arrange?.();
  expect(await outcome()).toBe(expected);
});

test.each(bikes)('$what', async ({ arrange, expected }) => {
  // A fourth bike, so that enough remain.
  await ballot.bike('dun', 'od');
  await ballot.likes('dun', ['m1', 'm2']);
  await lastWeek();
  await arrange?.();
  expect(await outcome()).toBe(expected);
});
