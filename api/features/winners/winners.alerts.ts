import type { AlertChange, AlertFields, AlertSource, StoredAlert } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';

/** An alert for the owner of a Bike of the Week. It has no actor. */
export class WinnerAlerts implements AlertSource {
  readonly type = 'winner';
  readonly group = 'winners';
  readonly first = false;

  changesOf(event: AppEvent): AlertChange[] {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'bike.won' || !event.ownerId) return [];
    const { bikeId, ownerId, week } = event;
    return [{ what: 'raised', userId: ownerId, key: week, bikeId, actorId: week }];
  }

  async fieldsOf(alerts: readonly StoredAlert[]): Promise<Map<string, AlertFields>> {
    return new Map(alerts.map(({ key }) => [key, { actors: [], actorCount: 0, text: '' }]));
  }
}
