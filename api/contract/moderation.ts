import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { actingUserQuery } from './envelope.ts';
import { Id } from './id-schema.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';
import { optionalText, requiredText } from './text.ts';

const moderationProblems = defineProblems({
  'moderation.operator': { status: 409, message: t`This member is an operator. Remove the role first.` },
  'moderation.moderator': { status: 409, message: t`This member is a moderator. Remove the role first.` },
  'moderation.lastOperator': {
    status: 409,
    message: t`This is the only operator. Make somebody else an operator first.`,
  },
  'moderation.state': { status: 409, message: t`This isn't possible in the account's current state.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    moderation: typeof moderationProblems;
  }
}

const reasonLength = 500;
const tooLong = () => t`Use at most ${reasonLength} characters.`;
/** A reason that may be empty. */
export const optionalReason = optionalText(reasonLength, tooLong);
const Reason = requiredText(reasonLength, t`Enter a reason. The member will read it.`, tooLong);

/** A moderator's decision about a member: suspend, ban or restore. */
export const Judgement = v.variant('standing', [
  v.object({
    standing: v.literal('Suspended'),
    /** ISO 8601, UTC: when the suspension ends. */
    until: v.pipe(
      v.string(t`Enter an end date.`),
      v.maxLength(40),
      v.isoTimestamp(t`Enter an end date, such as 2026-08-01T00:00:00Z.`),
    ),
    reason: Reason,
  }),
  v.object({
    standing: v.literal('Banned'),
    reason: Reason,
    /** Whether comments on other members' bikes are removed, too. The end of the ban restores them. */
    comments: v.optional(v.picklist(['keep', 'remove']), 'keep'),
  }),
  v.object({ standing: v.literal('Active'), reason: optionalReason }),
]);
export type Judgement = v.InferOutput<typeof Judgement>;

/** A moderator's decision about a bike or a comment: hide, remove or restore. */
export const ThingJudgement = v.variant('status', [
  v.object({ status: v.picklist(['Flagged', 'Removed']), reason: Reason }),
  v.object({ status: v.literal('Active'), reason: optionalReason }),
]);
export type ThingJudgement = v.InferOutput<typeof ThingJudgement>;

/** A moderator's decision about a message: remove it for both members or restore it. */
export const MessageJudgement = v.variant('status', [
  v.object({ status: v.literal('Removed'), reason: requiredText(reasonLength, t`Enter a reason.`, tooLong) }),
  v.object({ status: v.literal('Active'), reason: optionalReason }),
]);
export type MessageJudgement = v.InferOutput<typeof MessageJudgement>;

/** A moderator's decision about a list: remove its words, or bring them back. */
export const ListJudgement = v.variant('status', [
  v.object({ status: v.literal('Removed'), reason: Reason }),
  v.object({ status: v.literal('Active'), reason: optionalReason }),
]);
export type ListJudgement = v.InferOutput<typeof ListJudgement>;

const acts = [
  'suspend',
  'ban',
  'restore',
  'operator.add',
  'operator.remove',
  'moderator.add',
  'moderator.remove',
  'application.accept',
  'application.refuse',
  'bike.flag',
  'bike.remove',
  'bike.restore',
  'comment.flag',
  'comment.remove',
  'comment.restore',
  'update.remove',
  'message.remove',
  'message.restore',
  'list.remove',
  'list.restore',
  'flags.uphold',
  'flags.reject',
  'flags.reopen',
  'password.link',
  'email.show',
  'email.change',
  'sessions.end',
  'account.export',
  'account.erase',
  'maker.merge',
  'maker.rename',
  'maker.reset',
] as const;

/** An operator may do everything, a moderator decides about members and what they post. */
export const roles = ['operator', 'moderator'] as const;
export type Role = (typeof roles)[number];
const RoleOrNone = v.picklist([...roles, 'member']);

/** A member with a role. */
export const RoleHolder = v.object({ ...Person.entries, role: v.picklist(roles) });
export type RoleHolder = v.InferOutput<typeof RoleHolder>;

const missingName = t`Enter a username.`;
/** Gives a member a role instead of the present one, or takes it away. */
export const RoleChange = v.object({
  username: v.pipe(v.string(missingName), v.trim(), v.minLength(1, missingName), v.maxLength(254, missingName)),
  role: RoleOrNone,
});
export type RoleChange = v.InferOutput<typeof RoleChange>;

/** An entry of the moderation log. */
export const Act = v.object({
  id: Id,
  /** ISO 8601, UTC. */
  at: v.string(),
  /** An operator's username, who ran the command on the server, or the banned member who asked. */
  by: v.string(),
  /** The member concerned: the owner of a bike or list, the author of a comment or message. */
  member: v.object({ id: Id, username: v.string() }),
  /** The bike concerned, or the bike that the comment is on. */
  bike: v.optional(v.object({ id: Id, title: v.string() })),
  comment: v.optional(v.object({ id: Id })),
  message: v.optional(v.object({ id: Id })),
  /** The list concerned, by the id of its link. */
  list: v.optional(v.object({ id: v.string(), name: v.string() })),
  /** The update that was removed from the bike. */
  update: v.optional(v.object({ id: Id, title: v.string() })),
  /** The maker, model or part concerned; `member` is then the moderator. */
  maker: v.optional(v.object({ kind: v.picklist(['brand', 'model', 'part']), key: v.string() })),
  what: v.picklist(acts),
  reason: v.string(),
  until: v.nullable(v.string()),
  /** False while the act is running or after it was interrupted; repeating it completes it. */
  done: v.boolean(),
});
export type Act = v.InferOutput<typeof Act>;

/** Moderators only. */
export const judgeMember = endpoint('PUT', '/moderation/members/:userId/standing', {
  body: Judgement,
  reply: Act,
  private: true,
  programs: true,
});
/** Moderators only. A bike that its owner deleted stays deleted. */
export const judgeBike = endpoint('PUT', '/moderation/bikes/:bikeId/status', {
  body: ThingJudgement,
  reply: Act,
  private: true,
  programs: true,
});
/** Moderators only. A comment that its author deleted or the bike's owner removed stays so. */
export const judgeComment = endpoint('PUT', '/moderation/comments/:commentId/status', {
  body: ThingJudgement,
  reply: Act,
  private: true,
  programs: true,
});
/** A moderator's removal of an update. */
export const UpdateJudgement = v.object({ status: v.literal('Removed'), reason: Reason });
export type UpdateJudgement = v.InferOutput<typeof UpdateJudgement>;

/** Moderators only. Deletes an update of a bike for good; the bike's parts list stays as it is. */
export const judgeUpdate = endpoint('PUT', '/moderation/bikes/:bikeId/updates/:updateId/status', {
  body: UpdateJudgement,
  reply: Act,
  private: true,
  programs: true,
});
/** Moderators only. A message that its author has unsent stays so. */
export const judgeMessage = endpoint('PUT', '/moderation/messages/:messageId/status', {
  body: MessageJudgement,
  reply: Act,
  private: true,
  programs: true,
});
/** Moderators only. Words that the list's owner has changed meanwhile stay as they are. */
export const judgeList = endpoint('PUT', '/moderation/lists/:shareId/status', {
  body: ListJudgement,
  reply: Act,
  private: true,
  programs: true,
});
/** Operators only. By name. */
export const listRoles = endpoint('GET', '/moderation/roles', { reply: v.array(RoleHolder), private: true });
/** Operators only. */
export const changeRole = endpoint('PUT', '/moderation/roles', { body: RoleChange, reply: Act, private: true });
/** Moderators only. Newest first. */
export const listActs = endpoint('GET', '/moderation/acts', {
  query: v.object({ ...PageQuery.entries, userId: v.optional(Id) }),
  reply: pageOf(Act),
  programs: true,
});

/** Moderators only. The whole log as CSV, oldest first. Browsers follow it as a link, so the account is in the query. */
export const downloadActs = endpoint('GET', '/moderation/log', {
  query: v.object({ [actingUserQuery]: Id }),
  reply: v.null(),
  file: 'text/csv',
  private: true,
});
