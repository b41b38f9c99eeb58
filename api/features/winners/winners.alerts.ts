import type { AlertSource } from '#api/platform/alerting.ts';

const nobody = { actors: [], actorCount: 0, text: '' };

/** An alert for the owner of a bike that is among the first of a week, once a week. It has no actor. */
export const rankingAlerts: AlertSource = {
  type: 'ranking',
  group: 'winners',
  first: false,
  changesOf(event) {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'bike.ranked') return [];
    const { bikeId, ownerId, week } = event;
    return [{ what: 'raised', userId: ownerId, key: `${week}:${bikeId}`, bikeId, actorId: week }];
  },
  fieldsOf: async (alerts) => new Map(alerts.map(({ key }) => [key, nobody])),
};

/** An alert for the owner of a Bike of the Week. It has no actor. */
export const winnerAlerts: AlertSource = {
  type: 'winner',
  group: 'winners',
  first: false,
  changesOf(event) {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'bike.won' || !event.ownerId) return [];
    const { bikeId, ownerId, week } = event;
    return [{ what: 'raised', userId: ownerId, key: week, bikeId, actorId: week }];
  },
  fieldsOf: async (alerts) => new Map(alerts.map(({ key }) => [key, nobody])),
};
