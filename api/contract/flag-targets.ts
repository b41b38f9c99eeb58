// Separate from the endpoints, which include every reason: several modules need only these.

/** Targets of `addFlag`. A list is named by the id of its link, everything else by an id of its own. */
export const namedTargets = ['Post', 'Comment', 'List'] as const;
/** All targets. Members and messages between two members are flagged by `addMemberFlag`. */
export const flagTargets = [...namedTargets, 'Message', 'User'] as const;
export type FlagTarget = (typeof flagTargets)[number];

export const flagsPath = '/flags';
/** Path for flagging a member or a message of theirs. */
export const memberFlagsPath = '/users/:userId/flags';
