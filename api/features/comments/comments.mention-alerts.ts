import type { AlertChange, AlertFields, AlertSource, CountedReactions, StoredAlert } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { saidIn } from './comments.alerts.ts';
import type { CommentStore } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
}

/** An alert for each comment that mentions a member, while the bike is public. */
export class MentionAlerts implements AlertSource {
  readonly type = 'mention';
  readonly group = 'comments';
  readonly first = true;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  changesOf(event: AppEvent): AlertChange[] {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'mentioned' && event.what !== 'unmentioned') return [];
    const { what, memberId: userId, id: key, bikeId, userId: actorId } = event;
    return [{ what: what === 'mentioned' ? 'raised' : 'lowered', userId, key, bikeId, actorId }];
  }

  async fieldsOf(
    alerts: readonly StoredAlert[],
    bikes: ReadonlyMap<string, CountedReactions>,
  ): Promise<Map<string, AlertFields>> {
    const open = alerts.filter(({ bikeId }) => bikes.get(bikeId)?.status === 'Active');
    return saidIn(await this.#deps.comments.visibleByIds(open.map(({ key }) => key)));
  }
}
