// Apart from the call, which knows every reason: every page loads what can wait to be sent.

/** What can be flagged. */
export const flagTargets = ['Post', 'Comment'] as const;
export type FlagTarget = (typeof flagTargets)[number];

export const flagsPath = '/flags';
