import { titleOf } from '#contract/bike-names.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import { type FlagReason, reasonLabel } from '#contract/flag-reasons.ts';
import type { Act } from '#contract/moderation.ts';
import { bikePage } from '#contract/pages.ts';
import { deletedMember } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import type { Decision } from './moderation.actions.ts';

/** Display name of a flagged item. */
export function nameOf({ targetType, bike, owner }: FlagCase): string {
  const name = owner.username || 'someone';
  if (targetType === 'User') return `Member ${name}`;
  if (targetType === 'Message') return `Message by ${name}`;
  const title = bike ? titleOf(bike) : 'a bike';
  return targetType === 'Post' ? title : `Comment by ${name} on ${title}`;
}

/** URL of the item or of its author; null if there is no such page. */
export function pageOf({ targetType, targetId, bike, owner: { id, username } }: FlagCase): string | null {
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

const things = { Post: 'The bike', Comment: 'The comment', Message: 'The message' } as const;
const flagText = {
  rejected: 'is left as it is',
  upheld: 'needs nothing more',
  open: 'is back in the queue',
} as const;
const statusText = { Active: 'is restored', Flagged: 'is flagged', Removed: 'is removed' } as const;
const accountStatusText = { Active: 'can log in again', Suspended: 'is suspended', Banned: 'is banned' } as const;

/** Confirmation after a decision. */
export function doneText({ targetType, owner: { username } }: FlagCase, decision: Decision): string {
  if ('standing' in decision) return `${username} ${accountStatusText[decision.standing]}.`;
  const thing = targetType === 'User' ? username : things[targetType];
  return `${thing} ${'flags' in decision ? flagText[decision.flags] : statusText[decision.status]}.`;
}

const acts: Record<Act['what'], string> = {
  suspend: 'suspended the member',
  ban: 'closed the account',
  restore: 'restored the member',
  'operator.add': 'made the member an operator',
  'operator.remove': 'removed the operator role',
  'bike.flag': 'flagged it',
  'bike.remove': 'removed it',
  'bike.restore': 'restored it',
  'comment.flag': 'flagged it',
  'comment.remove': 'removed it',
  'comment.restore': 'restored it',
  'message.remove': 'removed it',
  'message.restore': 'restored it',
  'flags.uphold': 'agreed with the flags',
  'flags.reject': 'left it as it is',
  'flags.reopen': 'reopened it',
};

/** Log entry of a moderator's action. */
export const actText = ({ by, what, reason }: Act): string =>
  `${by} ${acts[what]}${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`;
