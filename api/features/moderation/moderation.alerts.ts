import type { AlertSource } from '#api/platform/alerting.ts';
import type { Alert, AlertType } from '#contract/alerts.ts';

interface Options {
  type: AlertType;
  /** The event of a decision by moderators or flags. */
  decided: 'bike.judged' | 'comment.judged' | 'update.removed';
  /** The current decisions on those of these items that have one to show. */
  noticesOf(ids: string[]): Promise<({ id: string } & Pick<Alert, 'update'> & NonNullable<Alert['judged']>)[]>;
}

/** One alert for each moderated item, with the current decision and without its author. */
export const moderationAlerts = ({ type, decided, noticesOf }: Options): AlertSource => ({
  type,
  group: 'moderation',
  first: true,
  changesOf(event) {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== decided) return [];
    const { bikeId, ownerId, at } = event;
    const key = event.what === 'bike.judged' ? bikeId : event.id;
    return [{ what: 'raised', userId: ownerId, key, bikeId, actorId: at }];
  },
  async fieldsOf(alerts) {
    const notices = await noticesOf(alerts.map(({ key }) => key));
    return new Map(
      notices.map(({ id, status, reason, fixable, update }) => [
        id,
        { actors: [], actorCount: 0, text: '', judged: { status, reason, fixable }, ...(update && { update }) },
      ]),
    );
  },
});
