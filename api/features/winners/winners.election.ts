import { beginOf, endOf } from '#contract/week-dates.ts';
import type { Decision, Ranking } from './winners.store.ts';
import { type VoteDeps, votesIn } from './winners.votes.ts';

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

type Candidate = {
  id: string;
  ownerId: string;
  publishedAt: Date;
  coverEdge: number;
  activeAtClose: boolean;
  buildState?: string | null;
  ownership?: string | null;
};
type Runner = Pick<Candidate, 'id' | 'ownerId' | 'publishedAt'> & { votes: number };
type CountOf = (bikes: Pick<Candidate, 'id' | 'ownerId'>[], from: Date, before: Date) => Promise<Map<string, number>>;

export interface ElectionDeps extends VoteDeps {
  /** Bikes published within [from, to], in batches. */
  candidates(from: Date, to: Date, close: Date): AsyncIterable<Candidate[]>;
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

async function eligibleIn(week: string, deps: ElectionDeps): Promise<Candidate[]> {
  const close = endOf(week);
  const { earliest, latest } = rules.published;
  const resting = await deps.ownersBefore(week, rules.pause);
  const all: Candidate[] = [];
  const [from, to] = [new Date(close.getTime() - earliest), new Date(close.getTime() - latest)];
  for await (const batch of deps.candidates(from, to, close)) {
    const fit = batch.filter((bike) => isFit(bike) && !resting.has(bike.ownerId));
    const won = await deps.thatWon(fit.map(({ id }) => id));
    all.push(...fit.filter(({ id }) => !won.has(id)));
  }
  return all;
}

/** The candidates for the first three places, in order. */
async function ranked(runners: Runner[], from: Date, close: Date, deps: ElectionDeps): Promise<Runner[]> {
  const byVotes = runners.toSorted((a, b) => b.votes - a.votes);
  const third = byVotes[2]?.votes ?? 0;
  const first = byVotes.filter(({ votes }) => votes >= third);
  const [commenters, favoriters] = await Promise.all([
    deps.commentersOf(first, from, close),
    deps.favoritersOf(first, from, close),
  ]);
  const countOf = (counts: Map<string, number>, { id }: Runner) => counts.get(id) ?? 0;
  return first.sort(
    (a, b) =>
      b.votes - a.votes ||
      countOf(commenters, b) - countOf(commenters, a) ||
      countOf(favoriters, b) - countOf(favoriters, a) ||
      a.publishedAt.getTime() - b.publishedAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Computes the result of a week from the current data. */
export async function elect(
  week: string,
  deps: ElectionDeps,
): Promise<Pick<Decision, 'places' | 'eligible'> & { ownerId?: string }> {
  const [from, close] = [beginOf(week), endOf(week)];
  const bikes = await eligibleIn(week, deps);
  const none = { places: [], eligible: bikes.length };
  if (bikes.length < rules.min.bikes) return none;
  const votes = await votesIn(from, close, deps);
  const runners = bikes.flatMap(({ id, ownerId, publishedAt }) => {
    const own = votes.get(id);
    return own ? [{ id, ownerId, publishedAt, votes: own }] : [];
  });
  const order = await ranked(runners, from, close, deps);
  const [winner] = order;
  if (!winner || winner.votes < rules.min.votes) return none;
  const places = order
    .slice(0, 3)
    .map(({ id, votes }, i): Ranking => ({ rank: (i + 1) as Ranking['rank'], bikeId: id, votes }));
  return { places, eligible: bikes.length, ownerId: winner.ownerId };
}
