import { beginOf, endOf } from '#contract/weeks.ts';
import type { Decision, Place } from './winners.store.ts';
import { type VoteNeeds, votesIn } from './winners.votes.ts';

const dayMs = 86_400_000;

/** The rules of Bike of the Week. */
export const rules = {
  /** Milliseconds before the close in which a bike has to be published. */
  published: { earliest: 28 * dayMs, latest: dayMs },
  /** Pixels of the cover's longer side. */
  coverEdge: 1200,
  /** What an owner calls a bike that is not complete. */
  unfinished: 'Project (in progress)',
  /** Weeks in which an owner does not win again. */
  pause: 12,
  /** Votes that a winner needs, and bikes that have to run. */
  least: { votes: 3, bikes: 3 },
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

export interface ElectionNeeds extends VoteNeeds {
  /** Bikes that were published in a time, both ends included, in batches. */
  candidates(from: Date, to: Date, close: Date): AsyncIterable<Candidate[]>;
  /** Those of these bikes that won a week before. */
  thatWon(bikeIds: string[]): Promise<Set<string>>;
  /** Whose bikes won in so many weeks before a week. */
  ownersBefore(week: string, weeks: number): Promise<Set<string>>;
  /** How many members talked about each of these bikes in a time. */
  commentersOf: CountOf;
  /** How many members took each of these bikes among their favorites in a time. */
  favoritersOf: CountOf;
}

/** What an owner has not said is no reason to keep a bike out. */
const isFit = ({ coverEdge, activeAtClose, buildState, ownership }: Candidate): boolean =>
  activeAtClose &&
  coverEdge >= rules.coverEdge &&
  buildState !== rules.unfinished &&
  (!ownership || ownership === 'Current');

async function eligibleIn(week: string, needs: ElectionNeeds): Promise<Candidate[]> {
  const close = endOf(week);
  const { earliest, latest } = rules.published;
  const resting = await needs.ownersBefore(week, rules.pause);
  const all: Candidate[] = [];
  const [from, to] = [new Date(close.getTime() - earliest), new Date(close.getTime() - latest)];
  for await (const batch of needs.candidates(from, to, close)) {
    const fit = batch.filter((bike) => isFit(bike) && !resting.has(bike.ownerId));
    const won = await needs.thatWon(fit.map(({ id }) => id));
    all.push(...fit.filter(({ id }) => !won.has(id)));
  }
  return all;
}

/** Those who may come in among the first three, in their order. */
async function ranked(runners: Runner[], from: Date, close: Date, needs: ElectionNeeds): Promise<Runner[]> {
  const byVotes = runners.toSorted((a, b) => b.votes - a.votes);
  const third = byVotes[2]?.votes ?? 0;
  const first = byVotes.filter(({ votes }) => votes >= third);
  const [commenters, favoriters] = await Promise.all([
    needs.commentersOf(first, from, close),
    needs.favoritersOf(first, from, close),
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

/** Decides a week by what is known of it now. */
export async function elect(
  week: string,
  needs: ElectionNeeds,
): Promise<Pick<Decision, 'places' | 'eligible'> & { ownerId?: string }> {
  const [from, close] = [beginOf(week), endOf(week)];
  const bikes = await eligibleIn(week, needs);
  const none = { places: [], eligible: bikes.length };
  if (bikes.length < rules.least.bikes) return none;
  const votes = await votesIn(from, close, needs);
  const runners = bikes.flatMap(({ id, ownerId, publishedAt }) => {
    const own = votes.get(id);
    return own ? [{ id, ownerId, publishedAt, votes: own }] : [];
  });
  const order = await ranked(runners, from, close, needs);
  const [winner] = order;
  if (!winner || winner.votes < rules.least.votes) return none;
  const places = order
    .slice(0, 3)
    .map(({ id, votes }, i): Place => ({ rank: (i + 1) as Place['rank'], bikeId: id, votes }));
  return { places, eligible: bikes.length, ownerId: winner.ownerId };
}
