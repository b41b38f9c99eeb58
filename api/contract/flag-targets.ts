// Apart from the calls, which know every reason: whatever tells of flags needs these.

/** What is flagged by a call that names it. */
export const namedTargets = ['Post', 'Comment'] as const;
/** What can be flagged: members, and what one of two has written to the other, by a call of their own. */
export const flagTargets = [...namedTargets, 'Message', 'User'] as const;
export type FlagTarget = (typeof flagTargets)[number];

export const flagsPath = '/flags';
/** Where a member is flagged, or a message of theirs. */
export const memberFlagsPath = '/users/:userId/flags';
