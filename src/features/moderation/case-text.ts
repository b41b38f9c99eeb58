import { titleOf } from '#contract/bike-names.ts';
import type { FlagCase, FlagState } from '#contract/flag-queue.ts';
import { type FlagReason, reasonLabel } from '#contract/flag-reasons.ts';
import type { Act, Judgement, ThingJudgement } from '#contract/moderation.ts';
import { bikePage, sharedFavoritesPage } from '#contract/pages.ts';
import { deletedMember, shownName } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import type { Decision } from './moderation.actions.ts';

/** Display name of a flagged item. */
export function nameOf({ targetType, bike, owner }: FlagCase): string {
  const name = shownName(owner.username) || t`someone`;
  if (targetType === 'User') return t`Member ${name}`;
  if (targetType === 'Message') return t`Message by ${name}`;
  if (targetType === 'List') return t`List by ${name}`;
  if (targetType === 'Post') return bike ? titleOf(bike) : t`A bike`;
  return bike ? t`Comment by ${name} on ${titleOf(bike)}` : t`Comment by ${name} on a bike`;
}

/** URL of the item or of its author; null if there is no such page. */
export function pageOf({ targetType, targetId, bike, status, owner: { id, username } }: FlagCase): string | null {
  if (targetType === 'List' && status !== 'Deleted') return sharedFavoritesPage(targetId);
  if (!bike) return username === deletedMember ? null : userPage(id, username);
  const page = bikePage(bike.id, bike.slug);
  return targetType === 'Post' ? page : `${page}#c-${targetId}`;
}

/** Counts the reasons, most frequent first. */
export function reasonsOf({ flags }: FlagCase): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of flags) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => ({ label: reasonLabel(reason as FlagReason), count }));
}

/** Reason that the owner would be given. */
export const mainReason = (one: FlagCase): string => reasonsOf(one)[0]?.label ?? '';

type Done = FlagState | ThingJudgement['status'];
const doneTexts: Record<'Post' | 'Comment' | 'Message' | 'List', Record<Done, string>> = {
  Post: {
    rejected: t`The bike is left as it is.`,
    upheld: t`The bike needs nothing more.`,
    open: t`The bike is back in the queue.`,
    Active: t`The bike is restored.`,
    Flagged: t`The bike is flagged.`,
    Removed: t`The bike is removed.`,
  },
  Comment: {
    rejected: t`The comment is left as it is.`,
    upheld: t`The comment needs nothing more.`,
    open: t`The comment is back in the queue.`,
    Active: t`The comment is restored.`,
    Flagged: t`The comment is flagged.`,
    Removed: t`The comment is removed.`,
  },
  Message: {
    rejected: t`The message is left as it is.`,
    upheld: t`The message needs nothing more.`,
    open: t`The message is back in the queue.`,
    Active: t`The message is restored.`,
    Flagged: t`The message is flagged.`,
    Removed: t`The message is removed.`,
  },
  List: {
    rejected: t`The list is left as it is.`,
    upheld: t`The list needs nothing more.`,
    open: t`The list is back in the queue.`,
    Active: t`The list has its words again.`,
    // Moderators do not hide lists.
    Flagged: '',
    Removed: t`The words of the list are removed.`,
  },
};
const memberTexts: Record<FlagState | Judgement['standing'], (username: string) => string> = {
  rejected: (username) => t`${username} is left as it is.`,
  upheld: (username) => t`${username} needs nothing more.`,
  open: (username) => t`${username} is back in the queue.`,
  Active: (username) => t`${username} can log in again.`,
  Suspended: (username) => t`${username} is suspended.`,
  Banned: (username) => t`${username} is banned.`,
};

/** Confirmation after a decision. */
export function doneText({ targetType, owner: { username } }: FlagCase, decision: Decision): string {
  if ('standing' in decision) return memberTexts[decision.standing](username);
  const done = 'flags' in decision ? decision.flags : decision.status;
  // Other decisions about a member have a `standing`.
  return targetType === 'User' ? memberTexts[done as FlagState](username) : doneTexts[targetType][done];
}

const acts: Record<Act['what'], (by: string) => string> = {
  suspend: (by) => t`${by} suspended the member`,
  ban: (by) => t`${by} closed the account`,
  restore: (by) => t`${by} restored the member`,
  'operator.add': (by) => t`${by} made the member an operator`,
  'operator.remove': (by) => t`${by} removed the operator role`,
  'moderator.add': (by) => t`${by} made the member a moderator`,
  'moderator.remove': (by) => t`${by} removed the moderator role`,
  'application.accept': (by) => t`${by} let the applicant in`,
  'application.refuse': (by) => t`${by} refused the applicant`,
  'bike.flag': (by) => t`${by} flagged it`,
  'bike.remove': (by) => t`${by} removed it`,
  'bike.restore': (by) => t`${by} restored it`,
  'comment.flag': (by) => t`${by} flagged it`,
  'comment.remove': (by) => t`${by} removed it`,
  'comment.restore': (by) => t`${by} restored it`,
  'update.remove': (by) => t`${by} removed an update`,
  'message.remove': (by) => t`${by} removed it`,
  'message.restore': (by) => t`${by} restored it`,
  'list.remove': (by) => t`${by} removed its words`,
  'list.restore': (by) => t`${by} brought its words back`,
  'flags.uphold': (by) => t`${by} agreed with the flags`,
  'flags.reject': (by) => t`${by} left it as it is`,
  'flags.reopen': (by) => t`${by} reopened it`,
  'password.link': (by) => t`${by} made a link to set a new password`,
  'email.show': (by) => t`${by} looked at the e-mail`,
  'email.change': (by) => t`${by} changed the e-mail`,
  'sessions.end': (by) => t`${by} signed the member out everywhere`,
  'account.export': (by) => t`${by} exported the data`,
  'account.erase': (by) => t`${by} erased the account`,
  'maker.merge': (by) => t`${by} merged the name into another`,
  'maker.rename': (by) => t`${by} changed the name`,
  'maker.reset': (by) => t`${by} undid a change of the name`,
};

/** Log entry of a moderator's action. */
export function actText({ by, what, reason }: Act): string {
  const act = acts[what](by);
  // For translators: {0} is a sentence such as “judge removed it”, {1} the reason.
  return reason ? t`${act}: ${reason.replace(/\.$/, '')}.` : t`${act}.`;
}
