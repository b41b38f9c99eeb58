import type { AlertType } from '#contract/alerts.ts';

/** A member who did something, and when it was reported. */
type Actor = { id: string; at: Date };
/** A member who undid it, and when. */
type Gone = Actor & { left: Date };

export type AlertRow = {
  /** `userId:type:key` */
  _id: string;
  userId: string;
  /** The former `userId` of a withdrawn alert. The row stays until `expires`, so that redoing does not notify again. */
  was?: string;
  expires?: Date;
  type: string;
  key: string;
  bikeId: string;
  /** The latest comes last. */
  actors: Actor[];
  /** Members who undid it. They cause no new notification when they do it again. */
  gone?: Gone[];
  /** How many actors are new since the member last looked. */
  fresh: number;
  seen: boolean;
  seenAt: Date | null;
  /** When the latest actor was added. */
  at: Date;
  /** Sort position: `at` in milliseconds, plus `ahead` while the alert is pinned to the top. */
  place: number;
  /** Raised with each change, for optimistic locking. */
  rev: number;
};

/** Alerts of this type are listed as one for each actor. They are stored one by one and have one actor each. */
export const groupedType: AlertType = 'mention';
/** Only the latest actors are stored; nobody reads more names. */
export const maxActors = 100;
/** Milliseconds added to the position of a pinned alert until it is seen; larger than any time. */
export const ahead = 1e13;

export const sortPositionOf = (at: Date, first: boolean): number => at.getTime() + (first ? ahead : 0);

/** How long a withdrawn alert is remembered, in milliseconds. */
const expiryMs = 30 * 86_400_000;
export const expiryOf = (now: Date): Date => new Date(now.getTime() + expiryMs);

type Change = Partial<AlertRow> & Pick<AlertRow, 'actors' | 'gone'>;

const lately = (gone: readonly Gone[], now: Date): Gone[] =>
  gone.filter(({ left }) => left.getTime() > now.getTime() - expiryMs).slice(-maxActors);

function withActors(actors: Actor[], seenAt: Date | null, first: boolean) {
  const at = actors.at(-1)?.at ?? new Date(0);
  const fresh = actors.filter((actor) => seenAt === null || actor.at > seenAt).length;
  return { actors, fresh, seen: fresh === 0, at, place: sortPositionOf(at, first && fresh > 0) };
}

/** The update that removes an actor from an alert. An alert without actors is withdrawn. */
export function without({ userId, was, actors, gone = [], seenAt, place }: AlertRow, actorId: string, now: Date) {
  const left = actors.filter(({ id }) => id !== actorId);
  const back = actors.filter(({ id }) => id === actorId).map((actor) => ({ ...actor, left: now }));
  const change: Change = { actors: left, gone: lately([...gone, ...back], now) };
  if (was !== undefined) return { $set: change };
  if (left.length > 0) return { $set: { ...change, ...withActors(left, seenAt, place >= ahead) } };
  const hidden = { was: userId, expires: expiryOf(now), fresh: 0, seen: true };
  return { $set: { ...change, ...hidden }, $unset: { userId: '' as const } };
}

/**
 * The update that adds an actor who did it again, with the time of the first time, so that doing and undoing does not
 * notify again.
 */
export function withAgain(
  { was, actors: there, gone = [], seenAt }: AlertRow,
  { userId, actorId, first }: { userId: string; actorId: string; first: boolean },
  now: Date,
) {
  const ended = was === undefined ? [] : there.map((actor) => ({ ...actor, left: now }));
  const before = lately([...gone, ...ended], now);
  const again = { id: actorId, at: before.find(({ id }) => id === actorId)?.at ?? now };
  const actors = [...(was === undefined ? there : []), again].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const change: Change = { actors, gone: before.filter(({ id }) => id !== actorId) };
  return {
    $set: { userId, ...change, ...withActors(actors.slice(-maxActors), seenAt, first) },
    $unset: { was: '' as const, expires: '' as const },
  };
}
