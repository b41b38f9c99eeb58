import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { PageQuery, pageOf } from './paging.ts';
import { defineProblems } from './problems.ts';

const invitationProblems = defineProblems({
  'invitation.invalid': { status: 410, message: t`This invitation is not valid. Ask for a new one.` },
  'invitation.ended': { status: 410, message: t`This invitation has ended. Ask for a new one.` },
  'invitation.used': { status: 410, message: t`This invitation is used up. Ask for a new one.` },
  'invitation.never': { status: 403, message: t`Only the operators invite people to this site.` },
  'invitation.young': { status: 403, remedy: 'later', message: t`Your account is too new to invite people.` },
  'invitation.many': {
    status: 409,
    message: t`You have as many open invitations as a member may have. Revoke one first.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    invitations: typeof invitationProblems;
  }
}

/** Most uses and days of one invitation, and most open ones of one member. */
export const invitationLimits = {
  operator: { uses: 500, days: 365, open: 200 },
  member: { uses: 5, days: 30, open: 5 },
} as const;

const wholeMessage = t`Enter a whole number.`;
const count = (max: number) =>
  v.pipe(
    v.number(wholeMessage),
    v.integer(wholeMessage),
    v.minValue(1, wholeMessage),
    v.maxValue(max, () => t`Use at most ${max}.`),
  );
/** `uses`: how many people may join with it; `days` until it ends. */
export const NewInvitation = v.object({
  uses: count(invitationLimits.operator.uses),
  days: count(invitationLimits.operator.days),
});
export type NewInvitation = v.InferOutput<typeof NewInvitation>;

export const Invitation = v.object({
  id: Id,
  /** The member who made it; null if they have left. */
  by: v.nullable(v.object({ id: Id, username: v.string() })),
  /** For the link; whoever has it may join. */
  token: v.string(),
  uses: v.number(),
  /** How many people have joined with it. */
  used: v.number(),
  /** ISO 8601, UTC. */
  at: v.string(),
  endsAt: v.string(),
  state: v.picklist(['open', 'used', 'ended', 'revoked']),
});
export type Invitation = v.InferOutput<typeof Invitation>;

/** The token of an invitation's link. */
export const InvitationToken = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** Says whether an invitation can be used, and whose it is; it is not used. */
export const readInvitation = endpoint('POST', '/account/read-invitation', {
  body: v.object({ token: InvitationToken }),
  reply: v.object({ by: v.nullable(v.string()) }),
});

/** Repeating it with the same id creates nothing more. */
export const createInvitation = endpoint('PUT', '/invitations/:invitationId', {
  body: NewInvitation,
  reply: Invitation,
  private: true,
});

/**
 * The member's own invitations, newest first. `from` (ISO 8601): since or from when the member may invite people; null:
 * only operators do.
 */
export const listInvitations = endpoint('GET', '/invitations', {
  query: PageQuery,
  reply: v.object({ ...pageOf(Invitation).entries, from: v.nullable(v.string()) }),
  private: true,
});

/** Ends an invitation: the member's own, or anybody's for an operator. Who has joined with it stays. */
export const revokeInvitation = endpoint('DELETE', '/invitations/:invitationId', { reply: Invitation, private: true });

/** Operators only. All invitations, newest first. */
export const listAllInvitations = endpoint('GET', '/moderation/invitations', {
  query: PageQuery,
  reply: pageOf(Invitation),
  private: true,
});
