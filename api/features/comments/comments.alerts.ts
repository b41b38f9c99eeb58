import type { AlertFields, AlertSource } from '#api/platform/alerting.ts';
import type { Comment } from '#contract/comments.ts';
import type { CommentStore } from './comments.store.ts';

/** Characters of a comment that its alert shows. */
const previewLength = 140;

/** Author and beginning of each comment, for alerts. */
const saidIn = (comments: readonly Comment[]): Map<string, AlertFields> =>
  new Map(
    comments.map(({ id, author, text }) => {
      const characters = [...text];
      const preview = characters.length > previewLength ? `${characters.slice(0, previewLength).join('')}…` : text;
      return [id, { actors: [author], actorCount: 1, text: preview }];
    }),
  );

/** An alert for each comment of another member on one's bike. */
export const commentAlerts = (comments: CommentStore): AlertSource => ({
  type: 'comment',
  group: 'comments',
  first: true,
  changesOf(event) {
    if (!('bikeId' in event)) return [];
    const { what, bikeId } = event;
    if (what === 'bike.deleted') return [{ what: 'ended', bikeId }];
    if (what !== 'commented' && what !== 'comment.hidden') return [];
    const { id, ownerId, userId } = event;
    if (!userId) return [];
    return [{ what: what === 'commented' ? 'raised' : 'lowered', userId: ownerId, key: id, bikeId, actorId: userId }];
  },
  fieldsOf: async (alerts) => saidIn(await comments.visibleByIds(alerts.map(({ key }) => key))),
});

/** An alert for each comment that mentions a member, while the bike is public. */
export const mentionAlerts = (comments: CommentStore): AlertSource => ({
  type: 'mention',
  group: 'comments',
  first: true,
  changesOf(event) {
    if (event.what === 'bike.deleted') return [{ what: 'ended', bikeId: event.bikeId }];
    if (event.what !== 'mentioned' && event.what !== 'unmentioned') return [];
    const { what, memberId: userId, id: key, bikeId, userId: actorId } = event;
    return [{ what: what === 'mentioned' ? 'raised' : 'lowered', userId, key, bikeId, actorId }];
  },
  async fieldsOf(alerts, bikes) {
    const open = alerts.filter(({ bikeId }) => bikes.get(bikeId)?.status === 'Active');
    return saidIn(await comments.visibleByIds(open.map(({ key }) => key)));
  },
});
