import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Email, Login } from './accounts.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { Act, optionalReason } from './moderation.ts';
import { defineProblems } from './problems.ts';

const helpProblems = defineProblems({
  'export.invalid': { status: 410, message: t`This download has expired. Start it again.` },
  'account.open': { status: 409, message: t`This account isn't closed. Log in instead.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    accountHelp: typeof helpProblems;
  }
}

/** Minutes for which an export can be downloaded by its link. */
export const exportMinutes = 10;

const maxNameLength = 254;
const who = t`Enter a username or an e-mail.`;

/** A member's account as operators see it. */
const MemberAccount = v.object({
  id: Id,
  username: v.string(),
  status: v.picklist(['Unconfirmed', 'Applied', 'Active', 'Suspended', 'Banned', 'Deleted']),
  operator: v.boolean(),
  /** Whether posting is suspended until flagged content was reviewed. */
  postingSuspended: v.boolean(),
  /** Masked, such as `j***@example.org`. */
  email: v.string(),
  /** ISO 8601, UTC. */
  joinedAt: v.string(),
  /** Number of signed-in devices, 100 at most. */
  sessions: v.number(),
  /** Why moderators suspended or banned it. */
  reason: v.string(),
  /** When a suspension ends, or a deleted account is erased. */
  until: v.nullable(v.string()),
});
export type MemberAccount = v.InferOutput<typeof MemberAccount>;

/** Operators only. Finds a member by username or e-mail address. */
export const findMember = endpoint('GET', '/moderation/members', {
  query: v.object({ who: v.pipe(atMost(v.string(who), maxNameLength, who), v.trim(), v.minLength(1, who)) }),
  reply: v.object({ id: Id, username: v.string() }),
  private: true,
});
/** Operators only. */
export const getMemberAccount = endpoint('GET', '/moderation/members/:userId', { reply: MemberAccount, private: true });
/** Operators only. The whole address; the log says who asked for it. */
export const showMemberEmail = endpoint('POST', '/moderation/members/:userId/email', {
  reply: v.object({ email: v.string() }),
  private: true,
});

export const ChangeMemberEmail = v.object({ email: Email, reason: optionalReason });
/** Operators only. Both addresses are told, and the member is signed out everywhere. */
export const changeMemberEmail = endpoint('PUT', '/moderation/members/:userId/email', {
  body: ChangeMemberEmail,
  reply: Act,
  private: true,
});
/** Operators only. Mails the member a link that sets a new password within an hour. */
export const mailPasswordLink = endpoint('POST', '/moderation/members/:userId/password-link', {
  reply: Act,
  private: true,
});
/** Operators only. Signs the member out everywhere. */
export const endMemberSessions = endpoint('DELETE', '/moderation/members/:userId/sessions', {
  reply: Act,
  private: true,
});

const typeName = t`Enter the username.`;
/** `username`: typed once more, to confirm. `when`: `later` is in 30 days, and can be undone until then. */
export const EraseMember = v.object({
  username: v.pipe(atMost(v.string(typeName), maxNameLength, typeName), v.trim(), v.minLength(1, typeName)),
  when: v.picklist(['now', 'later']),
  reason: optionalReason,
});
export type EraseMember = v.InferOutput<typeof EraseMember>;
/** Operators only. */
export const eraseMember = endpoint('POST', '/moderation/members/:userId/erasure', {
  body: EraseMember,
  reply: Act,
  private: true,
});

/** The token of `downloadAccount`, which works for ten minutes. */
const ExportLink = v.object({ token: v.string() });
/** Operators only. Creates the link of a member's export; the log says who asked for it. */
export const exportMember = endpoint('POST', '/moderation/members/:userId/export', {
  reply: ExportLink,
  private: true,
});
/** Creates the link of a banned member's own export. */
export const exportBanned = endpoint('POST', '/account/banned/export', { body: Login, reply: ExportLink });
/** Erases a banned member's account at once. The ban of the address and the name is remembered as codes. */
export const eraseBanned = endpoint('POST', '/account/banned/erasure', { body: Login, reply: v.null() });
/** Everything stored about the member, as a ZIP file. Browsers follow it as a link. */
export const downloadAccount = endpoint('GET', '/account/export', {
  query: v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }),
  reply: v.null(),
  file: 'application/zip',
});
