import { type Alert, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const commentByThird = (stage: Stage) => stage.commentByThird();
const told = (data: unknown, commentId: string) =>
  (data as { items: Alert[] }).items.some(({ key }) => key === commentId) ? 'told' : 'not told';

export const alertRows: Row[] = [
  {
    call: pollAlerts,
    made: commentByThird,
    by: (asks, _, how) => asks.call(pollAlerts, how),
    seen: told,
    told: members('200, not told', '200, told'),
  },
  {
    call: listAlerts,
    made: commentByThird,
    by: (asks, _, how) => asks.call(listAlerts, { ...how, query: { limit: 1 } }),
    seen: told,
    told: members('200, not told', '200, told'),
  },
  {
    call: seeAlerts,
    made: commentByThird,
    by: (asks, _, how) => asks.call(seeAlerts, { body: { cursor: String(Date.now()) }, ...how }),
    seen: async (_, commentId, { app }) => {
      const alert = await app.db.collection('alerts').findOne({ key: commentId });
      return alert?.seen ? 'seen' : 'not seen';
    },
    told: members('200, not seen', '200, seen'),
  },
];
