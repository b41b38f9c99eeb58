import { ModerationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import type { CommentStore } from './comments.store.ts';

interface Deps {
  comments: CommentStore;
}

/** Alerts for an author when a comment is flagged, removed or restored. */
export class CommentStatusAlerts extends ModerationAlerts {
  constructor({ comments }: Deps) {
    super({ type: 'commentStatus', decided: 'comment.judged', noticesOf: (ids) => comments.moderationNotices(ids) });
  }
}
