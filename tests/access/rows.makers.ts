import { changeMakerRules, getMaker, getMakerRules, listMakerBikes } from '#contract/makers.ts';
import { type Expected, everyone, operators } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const bikeIn = (status: 'Active' | 'Draft' | 'Flagged' | 'Removed' | 'Deleted') => (stage: Stage) => stage.bike(status);
const listed = (data: unknown, bikeId: string) => (JSON.stringify(data).includes(bikeId) ? 'listed' : 'not listed');

/** For moderators and operators; others get `not_found`. */
const moderators = (expected: string): Expected => ({ ...operators(expected), moderator: expected });
const model = { kind: 'model', key: 'surly ogre' };

export const makerRows: Row[] = [
  {
    call: getMaker,
    prepare: bikeIn('Active'),
    by: (asks, _, how) => asks.call(getMaker, { params: { brand: 'surly' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: getMaker,
    when: 'that no visible bike has',
    by: (asks, _, how) => asks.call(getMaker, { params: { brand: 'nobody' }, ...how }),
    expected: everyone('404 not_found'),
  },
  {
    call: listMakerBikes,
    prepare: bikeIn('Active'),
    by: (asks, _, how) => asks.call(listMakerBikes, { params: { brand: 'surly' }, ...how }),
    seen: listed,
    expected: everyone('200, listed'),
  },
  {
    call: getMakerRules,
    by: (asks, _, how) => asks.call(getMakerRules, { params: model, ...how }),
    expected: moderators('200'),
  },
  {
    call: changeMakerRules,
    by: (asks, _, how) => asks.call(changeMakerRules, { params: model, body: { name: 'Ogre' }, ...how }),
    expected: moderators('200'),
  },
  ...(['Draft', 'Flagged', 'Removed', 'Deleted'] as const).map(
    (status): Row => ({
      call: listMakerBikes,
      when: `with a bike that is ${status}`,
      prepare: bikeIn(status),
      by: (asks, _, how) => asks.call(listMakerBikes, { params: { brand: 'surly' }, ...how }),
      seen: listed,
      expected: everyone('200, not listed'),
    }),
  ),
];
