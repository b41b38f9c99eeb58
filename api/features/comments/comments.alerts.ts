import type { AlertFields, AlertSource } from '#api/platform/alerting.ts';
import { beginningOf, type Comment } from '#contract/comments.ts';
import type { CommentStore } from './comments.store.ts';

/** Author and beginning of each comment, for alerts. */
const saidIn = (comments: readonly Comment[]): Map<string, AlertFields> =>
  new Map(comments.map(({ id, author, text }) => [id, { actors: [author], actorCount: 1, text: beginningOf(text) }]));

/**
 * An alert for each comment of another member on one's bike.
 * @param titlesOf the titles of the updates of bikes, by the id of the update
 */
export const commentAlerts = (
  comments: CommentStore,
  titlesOf: (bikeIds: string[]) => Promise<ReadonlyMap<string, string>>,
): AlertSource => ({
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
  async fieldsOf(alerts) {
    const visible = await comments.visibleByIds(alerts.map(({ key }) => key));
    const said = saidIn(visible);
    const about = visible.filter(({ updateId }) => updateId);
    if (about.length === 0) return said;
    const titles = await titlesOf([...new Set(about.map(({ bikeId }) => bikeId))]);
    for (const { id, updateId = '' } of about) {
      const [fields, title] = [said.get(id), titles.get(updateId)];
      if (fields && title !== undefined) said.set(id, { ...fields, update: { id: updateId, title } });
    }
    return said;
  },
});

/** An alert for each comment that mentions or answers a member, while the bike is public. */
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
    const visible = await comments.visibleByIds(open.map(({ key }) => key));
    const said = saidIn(visible);
    const named = new Set(visible.flatMap(({ id, mentions = [] }) => mentions.map((one) => `${id}:${one.id}`)));
    // Whom a comment does not name, it answers.
    for (const { key, userId } of open) {
      const fields = said.get(key);
      if (fields && !named.has(`${key}:${userId}`)) said.set(key, { ...fields, isReply: true });
    }
    return said;
  },
});
