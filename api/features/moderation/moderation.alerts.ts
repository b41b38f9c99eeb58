import type { AlertChange, AlertFields, AlertSource, StoredAlert } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { Alert, AlertType } from '#contract/alerts.ts';

interface Options {
  type: AlertType;
  /** The event of a decision by moderators or flags. */
  decided: 'bike.judged' | 'comment.judged';
  /** The current decisions on those of these items that have one to show. */
  noticesOf(ids: string[]): Promise<({ id: string } & NonNullable<Alert['judged']>)[]>;
}

/** One alert for each moderated item, with the current decision and without its author. */
export class ModerationAlerts implements AlertSource {
  readonly group = 'moderation';
  readonly first = true;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  get type(): AlertType {
    return this.#options.type;
  }

  changesOf(event: AppEvent): AlertChange[] {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== this.#options.decided) return [];
    const { bikeId, ownerId, at } = event;
    const key = event.what === 'comment.judged' ? event.id : bikeId;
    return [{ what: 'raised', userId: ownerId, key, bikeId, actorId: at }];
  }

  async fieldsOf(alerts: readonly StoredAlert[]): Promise<Map<string, AlertFields>> {
    const notices = await this.#options.noticesOf(alerts.map(({ key }) => key));
    return new Map(
      notices.map(({ id, status, reason, fixable }) => [
        id,
        { actors: [], actorCount: 0, text: '', judged: { status, reason, fixable } },
      ]),
    );
  }
}
