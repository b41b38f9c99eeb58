import { downloadActs } from '#contract/moderation.ts';
import { getOverview } from '#contract/overview.ts';
import { callers, members } from './callers.ts';
import type { Row } from './stage.ts';

export const overviewRows: Row[] = [
  {
    call: getOverview,
    prepare: async ({ app }) => String(await app.runJob('heartbeat')),
    by: (asks, _, how) => asks.call(getOverview, how),
    expected: { ...members('404 not_found'), operator: '200' },
  },
  {
    call: downloadActs,
    prepare: async ({ app }) =>
      String((await app.db.collection('users').findOne({ username: callers.operator.name }))?._id),
    by: (asks, as, how) => asks.call(downloadActs, { query: { as }, ...how }),
    expected: { ...members('409 wrong_user'), operator: '200' },
  },
  {
    call: downloadActs,
    when: 'as themselves',
    by: async (asks, _, how, { app }, caller) => {
      const { name } = callers[caller];
      const as = String((await app.db.collection('users').findOne({ username: name }))?._id ?? '');
      return asks.call(downloadActs, { query: as === '' ? {} : { as }, ...how });
    },
    expected: { ...members('404 not_found'), moderator: '200', operator: '200' },
  },
];
