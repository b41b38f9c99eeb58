import { type Alert, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const commentByThird = (stage: Stage) => stage.commentByThird();
const shown = (data: unknown, commentId: string) =>
  (data as { items: Alert[] }).items.some(({ key }) => key === commentId) ? 'shown' : 'not shown';

export const alertRows: Row[] = [
  {
    call: pollAlerts,
    prepare: commentByThird,
    by: (asks, _, how) => asks.call(pollAlerts, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: listAlerts,
    prepare: commentByThird,
    by: (asks, _, how) => asks.call(listAlerts, { ...how, query: { limit: 1 } }),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: seeAlerts,
    prepare: commentByThird,
    by: (asks, _, how) => asks.call(seeAlerts, { body: { cursor: String(Date.now()) }, ...how }),
    seen: async (_, commentId, { app }) => {
      const alert = await app.db.collection('alerts').findOne({ key: commentId });
      return alert?.seen ? 'seen' : 'not seen';
    },
    expected: members('200, not seen', '200, seen'),
  },
];
