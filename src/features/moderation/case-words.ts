import { titleOf } from '#contract/bikes.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import { type FlagReason, reasonWords } from '#contract/flags.ts';
import type { Act } from '#contract/moderation.ts';
import type { Decision } from './moderation.actions.ts';

/** What a flagged thing is called among others. */
export const nameOf = ({ targetType, bike, owner }: FlagCase): string =>
  targetType === 'Post' ? titleOf(bike) : `Comment by ${owner.username || 'somebody'} on ${titleOf(bike)}`;

/** How often each reason was given, the most frequent first. */
export function reasonsOf({ flags }: FlagCase): { words: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of flags) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => ({ words: reasonWords(reason as FlagReason), count }));
}

/** What its owner would be told. */
export const mainReason = (one: FlagCase): string => reasonsOf(one)[0]?.words ?? '';

const things = { Post: 'bike', Comment: 'comment' } as const;
const flagWords = {
  rejected: 'is left as it is',
  upheld: 'needs nothing more',
  open: 'is to be looked at again',
} as const;
const statusWords = { Active: 'is back', Flagged: 'is flagged', Removed: 'is removed' } as const;

/** What came of a decision. */
export const doneWords = ({ targetType }: FlagCase, decision: Decision): string =>
  `The ${things[targetType]} ${'flags' in decision ? flagWords[decision.flags] : statusWords[decision.status]}.`;

const acts: Record<Act['what'], string> = {
  suspend: 'suspended',
  ban: 'closed the account of',
  restore: 'let in again',
  'operator.add': 'made an operator of',
  'operator.remove': 'took the role from',
  'bike.flag': 'flagged it',
  'bike.remove': 'removed it',
  'bike.restore': 'brought it back',
  'comment.flag': 'flagged it',
  'comment.remove': 'removed it',
  'comment.restore': 'brought it back',
  'flags.uphold': 'agreed with the flags',
  'flags.reject': 'left it as it is',
  'flags.reopen': 'opened it again',
};

/** What a moderator did. */
export const actWords = ({ by, what, reason }: Act): string =>
  `${by} ${acts[what]}${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`;
