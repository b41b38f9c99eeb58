import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { optionalText, requiredText } from './text.ts';

const reasonLength = 500;
const tooLong = `Use at most ${reasonLength} characters.`;
/** Why, where nobody has to say it. */
export const optionalReason = optionalText(reasonLength, tooLong);
const Reason = requiredText(reasonLength, 'Enter the reason: the member reads it.', tooLong);

/** What a moderator decides about a member: to shut them out for a while, for good, or to let them in again. */
export const Judgement = v.variant('standing', [
  v.object({
    standing: v.literal('Suspended'),
    /** ISO 8601, UTC: when it ends by itself. */
    until: v.pipe(
      v.string('Say until when.'),
      v.maxLength(40),
      v.isoTimestamp('Say until when, as 2026-08-01T00:00:00Z.'),
    ),
    reason: Reason,
  }),
  v.object({
    standing: v.literal('Banned'),
    reason: Reason,
    /** Whether the comments under other people's bikes go, too. They do not come back. */
    comments: v.optional(v.picklist(['keep', 'remove']), 'keep'),
  }),
  v.object({ standing: v.literal('Active'), reason: optionalReason }),
]);
export type Judgement = v.InferOutput<typeof Judgement>;

/** What a moderator decides about a bike or a comment: to hide it, to take it away, or to bring it back. */
export const ThingJudgement = v.variant('status', [
  v.object({ status: v.picklist(['Flagged', 'Removed']), reason: Reason }),
  v.object({ status: v.literal('Active'), reason: optionalReason }),
]);
export type ThingJudgement = v.InferOutput<typeof ThingJudgement>;

/** What a moderator decides about a message: to take it away from both, or to bring it back. */
export const MessageJudgement = v.variant('status', [
  v.object({ status: v.literal('Removed'), reason: requiredText(reasonLength, 'Enter the reason.', tooLong) }),
  v.object({ status: v.literal('Active'), reason: optionalReason }),
]);
export type MessageJudgement = v.InferOutput<typeof MessageJudgement>;

const acts = [
  ...(['suspend', 'ban', 'restore', 'operator.add', 'operator.remove'] as const),
  ...(['bike.flag', 'bike.remove', 'bike.restore', 'comment.flag', 'comment.remove', 'comment.restore'] as const),
  ...(['message.remove', 'message.restore'] as const),
  ...(['flags.uphold', 'flags.reject', 'flags.reopen'] as const),
] as const;

/** Something that a moderator did. */
export const Act = v.object({
  id: Id,
  /** ISO 8601, UTC. */
  at: v.string(),
  /** An operator's username, or who gave the command on the site's own machine. */
  by: v.string(),
  /** To whom; of an act about a bike its owner, about a comment or a message its author. */
  member: v.object({ id: Id, username: v.string() }),
  /** The bike that it is about, or on which the comment stands. */
  bike: v.optional(v.object({ id: Id, title: v.string() })),
  comment: v.optional(v.object({ id: Id })),
  message: v.optional(v.object({ id: Id })),
  what: v.picklist(acts),
  reason: v.string(),
  until: v.nullable(v.string()),
  /** False while it is under way, and of one that broke off: the same once more finishes it. */
  done: v.boolean(),
});
export type Act = v.InferOutput<typeof Act>;

/** Operators only. */
export const judgeMember = endpoint('PUT', '/moderation/members/:userId/standing', {
  body: Judgement,
  reply: Act,
  private: true,
});
/** Operators only. What its owner deleted stays so. */
export const judgeBike = endpoint('PUT', '/moderation/bikes/:bikeId/status', {
  body: ThingJudgement,
  reply: Act,
  private: true,
});
/** Operators only. What its author deleted, or the owner of the bike removed, stays so. */
export const judgeComment = endpoint('PUT', '/moderation/comments/:commentId/status', {
  body: ThingJudgement,
  reply: Act,
  private: true,
});
/** Operators only. What its author took back stays so. */
export const judgeMessage = endpoint('PUT', '/moderation/messages/:messageId/status', {
  body: MessageJudgement,
  reply: Act,
  private: true,
});
/** Operators only: the newest first. */
export const listActs = endpoint('GET', '/moderation/acts', {
  query: v.object({ ...PageQuery.entries, userId: v.optional(Id) }),
  reply: pageOf(Act),
});
