/** A part of a text as a text of its own: else it would hold the whole one in memory for as long as it is kept. */
export const owned = (part: string): string => JSON.parse(JSON.stringify(part)) as string;
