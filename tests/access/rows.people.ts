import { newId } from '#contract/ids.ts';
import { getMemberYear } from '#contract/member-year.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import { callers, everyone } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** Returns the owner's id and the id of a bike of theirs. */
async function owner(stage: Stage, status: 'Active' | 'Draft' = 'Active'): Promise<string> {
  const user = await stage.app.db.collection('users').findOne({ username: callers.owner.name });
  return `${user?._id} ${await stage.bike(status)}`;
}
const ownerOf = (thing: string) => ({ params: { userId: thing.split(' ')[0] ?? '' } });
const thisYearOf = (thing: string) => ({
  params: { ...ownerOf(thing).params, year: String(new Date().getUTCFullYear()) },
});
const listed = (data: unknown, thing: string) =>
  JSON.stringify(data).includes(thing.split(' ')[1] ?? '') ? 'listed' : 'not listed';

export const peopleRows: Row[] = [
  {
    call: getPerson,
    prepare: owner,
    by: (asks, thing, how) => asks.call(getPerson, { ...ownerOf(thing), ...how }),
    expected: everyone('200'),
  },
  {
    call: getPerson,
    when: 'who has not confirmed',
    prepare: async ({ app }) => String((await app.db.collection('users').findOne({ status: 'Unconfirmed' }))?._id),
    by: (asks, userId, how) => asks.call(getPerson, { params: { userId }, ...how }),
    expected: everyone('404 not_found'),
  },
  {
    call: listMemberBikes,
    prepare: owner,
    by: (asks, thing, how) => asks.call(listMemberBikes, { ...ownerOf(thing), ...how }),
    seen: listed,
    expected: everyone('200, listed'),
  },
  {
    call: listMemberBikes,
    when: 'of which one is a draft',
    prepare: (stage) => owner(stage, 'Draft'),
    by: (asks, thing, how) => asks.call(listMemberBikes, { ...ownerOf(thing), ...how }),
    seen: listed,
    expected: everyone('200, not listed'),
  },
  {
    call: listMemberBikes,
    when: 'of a missing member',
    prepare: async () => newId(),
    by: (asks, userId, how) => asks.call(listMemberBikes, { params: { userId }, ...how }),
    expected: everyone('404 not_found'),
  },
  {
    call: getMemberYear,
    prepare: owner,
    by: (asks, thing, how) => asks.call(getMemberYear, { ...thisYearOf(thing), ...how }),
    seen: listed,
    expected: everyone('200, listed'),
  },
  {
    call: getMemberYear,
    when: 'in which nothing but a draft was made',
    prepare: (stage) => owner(stage, 'Draft'),
    by: (asks, thing, how) => asks.call(getMemberYear, { ...thisYearOf(thing), ...how }),
    seen: listed,
    expected: everyone('404 not_found'),
  },
];
