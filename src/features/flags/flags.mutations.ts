import { callOf } from '#contract/endpoint.ts';
import type { FlagReason } from '#contract/flag-reasons.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { addFlag, addMemberFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { ViewerState } from '#contract/viewer-state.ts';
import type { CacheView } from '#src/cache/cached.ts';
import {
  conversations,
  correspondence,
  inConversation,
  inCorrespondence,
  messages,
  withLast,
} from '#src/cache/values/conversations.ts';
import { listLike } from '#src/cache/values/list-likes.ts';
import { flaggedMembers, withMember } from '#src/cache/values/member-lists.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { Subject } from '#src/outbox/mutation.ts';

/** A flagged item. `subject` is its bike, a list itself, otherwise the member it belongs to. */
export type Flagged = { type: FlagTarget; id: Id; subject: Subject };
/** Reason and note of a flag. */
export type Said = { reason: FlagReason; note: string };
type Input = { thing: Flagged; said: Said };

const labels = { done: (ago: string) => t`Flagged ${ago}.`, waitsFor: t`Waiting for its bike` };

const planOf = ({ id, subject }: Flagged, userId: Id) => ({
  subject,
  targetId: id,
  scope: `flag:${id}`,
  replaces: `flag:${userId}:${id}`,
});

type Flags = ViewerState['flagged'];
const noFlags: Flags = { bike: false, commentIds: [] };

const changeFlags = (cache: CacheView, bikeId: Id, to: (flags: Flags) => Flags): Promise<void> =>
  cache.update(viewerState, bikeId, (state) => ({ ...state, flagged: to(state.flagged ?? noFlags) }));

export const flagBikeMutation = defineMutation({
  kind: 'flag.bike',
  endpoint: callOf<typeof addFlag>('POST', '/flags', 'FlagBike'),
  labels: { ...labels, title: ({ title }) => t`Flag ${title}` },
  queue: ({ thing, said }: Input, userId) => ({
    ...planOf(thing, userId),
    body: { id: newId(), targetType: 'Post' as const, targetId: thing.id, ...said },
  }),
  apply: (cache, { subject }) => changeFlags(cache, subject.id, (flags) => ({ ...flags, bike: true })),
});

export const flagCommentMutation = defineMutation({
  kind: 'flag.comment',
  endpoint: callOf<typeof addFlag>('POST', '/flags', 'FlagComment'),
  labels: { ...labels, title: ({ title }) => t`Flag a comment on ${title}` },
  queue: ({ thing, said }: Input, userId) => ({
    ...planOf(thing, userId),
    body: { id: newId(), targetType: 'Comment' as const, targetId: thing.id, ...said },
  }),
  apply: (cache, { subject, targetId }) =>
    changeFlags(cache, subject.id, (flags) => ({
      ...flags,
      commentIds: flags.commentIds.includes(targetId) ? flags.commentIds : [...flags.commentIds, targetId],
    })),
});

export const flagMemberMutation = defineMutation({
  kind: 'flag.member',
  endpoint: callOf<typeof addMemberFlag>('POST', '/users/:userId/flags', 'FlagUser'),
  labels: { ...labels, title: ({ title }) => t`Flag ${title}` },
  queue: ({ thing, said }: Input, userId) => ({
    ...planOf(thing, userId),
    params: { userId: thing.subject.id },
    body: { id: newId(), ...said },
  }),
  apply: (cache, { targetId }) => cache.update(flaggedMembers.ids, 'all', (ids) => withMember(ids, targetId)),
});

export const flagMessageMutation = defineMutation({
  kind: 'flag.message',
  endpoint: callOf<typeof addMemberFlag>('POST', '/users/:userId/flags', 'FlagUser'),
  labels: { ...labels, title: ({ title }) => t`Flag a message from ${title}` },
  queue: ({ thing, said }: Input, userId) => ({
    ...planOf(thing, userId),
    params: { userId: thing.subject.id },
    body: { id: newId(), targetType: 'Message' as const, targetId: thing.id, ...said },
  }),
  apply: async (cache, { subject, targetId }) => {
    const flagged = withLast(targetId, (message) => ({ ...message, flagged: true }));
    await cache.update(messages, subject.id, (all) =>
      all.map((one) => (one.id === targetId ? { ...one, flagged: true } : one)),
    );
    await cache.update(conversations, 'all', inConversation(subject.id, flagged));
    await cache.update(correspondence, subject.id, inCorrespondence(flagged));
  },
});

export const flagListMutation = defineMutation({
  kind: 'flag.list',
  endpoint: callOf<typeof addFlag>('POST', '/flags', 'FlagList'),
  labels: { ...labels, title: ({ title }) => t`Flag the list ${title}` },
  queue: ({ thing, said }: Input, userId) => ({
    ...planOf(thing, userId),
    body: { id: newId(), targetType: 'List' as const, targetId: thing.id, ...said },
  }),
  apply: (cache, { targetId }) => cache.update(listLike, targetId, (state) => ({ ...state, flagged: true })),
});

export const mutations = byKind(
  flagBikeMutation,
  flagCommentMutation,
  flagMemberMutation,
  flagMessageMutation,
  flagListMutation,
);
