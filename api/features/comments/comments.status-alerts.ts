import { JudgedAlerts } from '#api/platform/judged-alerts.ts';
import type { CommentStore } from './comments.store.ts';

interface Deps {
  comments: Pick<CommentStore, 'standings'>;
}

/** What became of a comment by flags or moderators. */
export class CommentStatusAlerts extends JudgedAlerts {
  constructor({ comments }: Deps) {
    super({ type: 'commentStatus', decided: 'comment.judged', standings: (ids) => comments.standings(ids) });
  }
}
