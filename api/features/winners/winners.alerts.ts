import type { AlertSource } from '#api/platform/alerting.ts';

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
  fieldsOf: async (alerts) => new Map(alerts.map(({ key }) => [key, { actors: [], actorCount: 0, text: '' }])),
};
