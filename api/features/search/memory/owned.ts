/** Copies a substring, which otherwise keeps its whole parent string in memory. */
export const owned = (part: string): string => JSON.parse(JSON.stringify(part)) as string;
