/** Who did it, and when it was told. */
type Actor = { id: string; at: Date };

export type AlertRow = {
  /** `userId:type:key` */
  _id: string;
  userId: string;
  /** Whose it was, in its place, while it is taken away with its bike. */
  was?: string;
  type: string;
  key: string;
  bikeId: string;
  /** The latest comes last. */
  actors: Actor[];
  /** How many of them came since the member looked. */
  fresh: number;
  seen: boolean;
  seenAt: Date | null;
  /** When the latest came. */
  at: Date;
  /** Where it stands in the list: `at` in milliseconds, and more than any time while it stands first. */
  place: number;
  /** Goes up with each change, so that none is computed from an older one. */
  rev: number;
};

/** Those who did the same last are kept; nobody reads more names. */
export const mostActors = 100;
/** Milliseconds, beyond all times, that are added to the place of what stands first until it is seen. */
export const ahead = 1e13;

export const placeOf = (at: Date, first: boolean): number => at.getTime() + (first ? ahead : 0);

/** An alert without somebody who took back what they did; null when nobody is left. */
export function without(
  { actors, seenAt, place }: AlertRow,
  actorId: string,
): Pick<AlertRow, 'actors' | 'fresh' | 'seen' | 'at' | 'place'> | null {
  const left = actors.filter(({ id }) => id !== actorId);
  const at = left.at(-1)?.at;
  if (!at) return null;
  const fresh = left.filter((actor) => seenAt === null || actor.at > seenAt).length;
  return { actors: left, fresh, seen: fresh === 0, at, place: placeOf(at, place >= ahead && fresh > 0) };
}
