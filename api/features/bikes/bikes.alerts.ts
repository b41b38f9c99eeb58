import { ModerationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import type { BikeStatusStore } from './bikes.status-transitions.store.ts';

interface Deps {
  bikes: BikeStatusStore;
}

/** Alerts about moderators' decisions on a bike. */
export class BikeStatusAlerts extends ModerationAlerts {
  constructor({ bikes }: Deps) {
    super({ type: 'bikeStatus', decided: 'bike.judged', noticesOf: (ids) => bikes.moderationNotices(ids) });
  }
}
