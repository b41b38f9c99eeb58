import type { AlertChange, AlertFields, AlertSource, StoredAlert } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { Comment } from '#contract/comments.ts';
import type { CommentStore } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
}

/** Characters of a comment that its alert shows. */
const previewLength = 140;

/** Author and beginning of each comment, for alerts. */
export const saidIn = (comments: readonly Comment[]): Map<string, AlertFields> =>
  new Map(
    comments.map(({ id, author, text }) => {
      const characters = [...text];
      const preview = characters.length > previewLength ? `${characters.slice(0, previewLength).join('')}…` : text;
      return [id, { actors: [author], actorCount: 1, text: preview }];
    }),
  );

/** An alert for each comment of another member on one's bike. */
export class CommentAlerts implements AlertSource {
  readonly type = 'comment';
  readonly group = 'comments';
  readonly first = true;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  changesOf(event: AppEvent): AlertChange[] {
    if (!('bikeId' in event)) return [];
    const { what, bikeId } = event;
    if (what === 'bike.deleted') return [{ what: 'ended', bikeId }];
    if (what !== 'commented' && what !== 'comment.hidden') return [];
    const { id, ownerId, userId } = event;
    if (!userId) return [];
    return [{ what: what === 'commented' ? 'raised' : 'lowered', userId: ownerId, key: id, bikeId, actorId: userId }];
  }

  async fieldsOf(alerts: readonly StoredAlert[]): Promise<Map<string, AlertFields>> {
    return saidIn(await this.#deps.comments.visibleByIds(alerts.map(({ key }) => key)));
  }
}
