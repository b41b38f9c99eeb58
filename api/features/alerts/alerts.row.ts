/** Who did it, and when it was told. */
type Actor = { id: string; at: Date };
/** Who took it back, and when that was. */
type Gone = Actor & { left: Date };

export type AlertRow = {
  /** `userId:type:key` */
  _id: string;
  userId: string;
  /** Whose it was, in its place, once nothing of it is told any more. It stays until `expires`, so that it is not told anew. */
  was?: string;
  expires?: Date;
  type: string;
  key: string;
  bikeId: string;
  /** The latest comes last. */
  actors: Actor[];
  /** Who did it before, and is not told of again when they do it again. */
  gone?: Gone[];
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

/** Milliseconds for which an alert is remembered that was taken back. */
const rememberedFor = 30 * 86_400_000;
export const expiryOf = (now: Date): Date => new Date(now.getTime() + rememberedFor);

type Change = Partial<AlertRow> & Pick<AlertRow, 'actors' | 'gone'>;

const lately = (gone: readonly Gone[], now: Date): Gone[] =>
  gone.filter(({ left }) => left.getTime() > now.getTime() - rememberedFor).slice(-mostActors);

function withActors(actors: Actor[], seenAt: Date | null, first: boolean) {
  const at = actors.at(-1)?.at ?? new Date(0);
  const fresh = actors.filter((actor) => seenAt === null || actor.at > seenAt).length;
  return { actors, fresh, seen: fresh === 0, at, place: placeOf(at, first && fresh > 0) };
}

/** An alert without somebody who took back what they did; one without anybody is told no more. */
export function without({ userId, was, actors, gone = [], seenAt, place }: AlertRow, actorId: string, now: Date) {
  const left = actors.filter(({ id }) => id !== actorId);
  const back = actors.filter(({ id }) => id === actorId).map((actor) => ({ ...actor, left: now }));
  const kept: Change = { actors: left, gone: lately([...gone, ...back], now) };
  if (was !== undefined) return { $set: kept };
  if (left.length > 0) return { $set: { ...kept, ...withActors(left, seenAt, place >= ahead) } };
  const hidden = { was: userId, expires: expiryOf(now), fresh: 0, seen: true };
  return { $set: { ...kept, ...hidden }, $unset: { userId: '' as const } };
}

/** An alert with somebody who did it again: as it was when they did it first, so that nobody is told anew by doing and undoing. */
export function withAgain(
  { was, actors: there, gone = [], seenAt }: AlertRow,
  { userId, actorId, first }: { userId: string; actorId: string; first: boolean },
  now: Date,
) {
  const ended = was === undefined ? [] : there.map((actor) => ({ ...actor, left: now }));
  const before = lately([...gone, ...ended], now);
  const again = { id: actorId, at: before.find(({ id }) => id === actorId)?.at ?? now };
  const actors = [...(was === undefined ? there : []), again].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const kept: Change = { actors, gone: before.filter(({ id }) => id !== actorId) };
  return {
    $set: { userId, ...kept, ...withActors(actors.slice(-mostActors), seenAt, first) },
    $unset: { was: '' as const, expires: '' as const },
  };
}
