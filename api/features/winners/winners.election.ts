import { beginOf, endOf } from '#contract/week-dates.ts';
import type { Decision, Ranking } from './winners.store.ts';
import { type Like, type VoteDeps, votesIn } from './winners.votes.ts';

const dayMs = 86_400_000;

/** Rules of Bike of the Week. */
export const rules = {
  /** Window before the close in which a bike must be published, in milliseconds. */
  published: { earliest: 28 * dayMs, latest: dayMs },
  /** Minimum length of the cover's longer side, in pixels. */
  coverEdge: 1200,
  /** Build state of a bike that is not complete. */
  unfinished: 'Project (in progress)',
  /** Weeks during which a winning owner cannot win again. */
  pause: 12,
  /** Minimum votes for a winner, and minimum bikes for an election. */
  min: { votes: 3, bikes: 3 },
} as const;

export type Candidate = {
  id: string;
  ownerId: string;
  publishedAt: Date;
  coverEdge: number;
  activeAtClose: boolean;
  buildState?: string | null;
  ownership?: string | null;
};
export type Runner = Pick<Candidate, 'id' | 'ownerId' | 'publishedAt'> & { votes: number };
type CountOf = (bikes: Pick<Candidate, 'id' | 'ownerId'>[], from: Date, before: Date) => Promise<Map<string, number>>;

export interface ElectionDeps extends VoteDeps {
  /** The likes of a period, earliest first, in batches. */
  likes(from: Date, before: Date): AsyncIterable<Like[]>;
  /** Bikes published within [from, to], in batches. */
  candidates(from: Date, to: Date, close: Date): AsyncIterable<Candidate[]>;
  /** The bikes among `ids` that were published within [from, to], in batches. */
  candidatesAmong(ids: string[], from: Date, to: Date, close: Date): AsyncIterable<Candidate[]>;
  /** Filters the bikes that have won before. */
  thatWon(bikeIds: string[]): Promise<Set<string>>;
  /** Owners of the winning bikes of so many weeks before a week. */
  ownersBefore(week: string, weeks: number): Promise<Set<string>>;
  /** Number of members who commented on each bike in a period. */
  commentersOf: CountOf;
  /** Number of members who made each bike a favorite in a period. */
  favoritersOf: CountOf;
}

/** Fields that an owner left empty do not exclude a bike. */
const isFit = ({ coverEdge, activeAtClose, buildState, ownership }: Candidate): boolean =>
  activeAtClose &&
  coverEdge >= rules.coverEdge &&
  buildState !== rules.unfinished &&
  (!ownership || ownership === 'Current');

/** Filters the bikes that can win a week. */
async function* eligibleAmong(
  week: string,
  candidatesOf: (from: Date, to: Date, close: Date) => AsyncIterable<Candidate[]>,
  { ownersBefore, thatWon }: ElectionDeps,
): AsyncGenerator<Candidate[]> {
  const close = endOf(week).getTime();
  const { earliest, latest } = rules.published;
  const resting = await ownersBefore(week, rules.pause);
  for await (const batch of candidatesOf(new Date(close - earliest), new Date(close - latest), new Date(close))) {
    const fit = batch.filter((bike) => isFit(bike) && !resting.has(bike.ownerId));
    const won = await thatWon(fit.map(({ id }) => id));
    yield fit.filter(({ id }) => !won.has(id));
  }
}

/** Sorts the candidates for the first `count` places. */
async function ranked(
  runners: Runner[],
  count: number,
  from: Date,
  close: Date,
  deps: ElectionDeps,
): Promise<Runner[]> {
  const byVotes = runners.toSorted((a, b) => b.votes - a.votes);
  const last = byVotes[count - 1]?.votes ?? 0;
  const first = byVotes.filter(({ votes }) => votes >= last);
  const [commenters, favoriters] = await Promise.all([
    deps.commentersOf(first, from, close),
    deps.favoritersOf(first, from, close),
  ]);
  const countOf = (counts: Map<string, number>, { id }: Runner) => counts.get(id) ?? 0;
  first.sort(
    (a, b) =>
      b.votes - a.votes ||
      countOf(commenters, b) - countOf(commenters, a) ||
      countOf(favoriters, b) - countOf(favoriters, a) ||
      a.publishedAt.getTime() - b.publishedAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
  return first.slice(0, count);
}

/**
 * Returns the first `count` bikes of a week that have votes, in order, by the current data. The ranking of a week that
 * still runs and its result are both this.
 */
export async function rankingOf(
  week: string,
  votes: ReadonlyMap<string, number>,
  count: number,
  deps: ElectionDeps,
): Promise<Runner[]> {
  const [from, close] = [beginOf(week), endOf(week)];
  const runners: Runner[] = [];
  const candidates = eligibleAmong(week, (...times) => deps.candidatesAmong([...votes.keys()], ...times), deps);
  for await (const batch of candidates) {
    for (const { id, ownerId, publishedAt } of batch) {
      runners.push({ id, ownerId, publishedAt, votes: votes.get(id) ?? 0 });
    }
  }
  return ranked(runners, count, from, close, deps);
}

/** Computes the result of a week from the current data. */
export async function elect(
  week: string,
  deps: ElectionDeps,
): Promise<Pick<Decision, 'places' | 'eligible'> & { ownerId?: string }> {
  let eligible = 0;
  for await (const bikes of eligibleAmong(week, deps.candidates, deps)) eligible += bikes.length;
  const none = { places: [], eligible };
  if (eligible < rules.min.bikes) return none;
  const votes = await votesIn(deps.likes(beginOf(week), endOf(week)), deps);
  const order = await rankingOf(week, votes, 3, deps);
  const [winner] = order;
  if (!winner || winner.votes < rules.min.votes) return none;
  const places = order.map(({ id, votes }, i): Ranking => ({ rank: (i + 1) as Ranking['rank'], bikeId: id, votes }));
  return { places, eligible, ownerId: winner.ownerId };
}
