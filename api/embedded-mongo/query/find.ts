import { ObjectId } from 'bson';
import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { keyOf } from '../bson/keys.ts';
import type { Collection } from '../store/collection.ts';
import { type Effort, execute, filterFor, Match, Walk } from './execute.ts';
import { plansFor } from './plan.ts';
import type { Plan } from './scan.ts';
import { sliceIsOver, type Work } from './slice.ts';
import { sortOf } from './sort.ts';

export interface Query {
  filter: Document;
  sort?: Document | undefined;
  skip?: number | undefined;
  /** Undefined or 0 for all. */
  limit?: number | undefined;
  hint?: unknown;
  /** Milliseconds since 1970 after which the query gives up with MaxTimeMSExpired. */
  deadline?: number | undefined;
}

/** The winning plan, the rejected plans, and the winner's statistics. */
export interface Report {
  plan?: Plan;
  rejected: Plan[];
  effort: Effort;
}

interface Contender {
  plan: Plan;
  effort: Effort;
  walk: Walk;
  run: Generator<Match | undefined>;
  got: Match[];
  done: boolean;
}

/** The number of results in mongod's trial period. */
const trial = 101;
/** Throws MaxTimeMSExpired after the deadline, in milliseconds since 1970. */
export function assertInTime(deadline: number | undefined): void {
  if (deadline !== undefined && Date.now() > deadline) throw new DbError(50, 'operation exceeded time limit');
}

/**
 * Yields if the time slice is over, with all statements closed. Throws QueryPlanKilled if the collection or an index is
 * gone.
 */
function* pause(collection: Collection, contenders: readonly Contender[]): Work<void> {
  if (!sliceIsOver() || contenders.some(({ walk }) => walk.isPinned)) return;
  for (const { walk } of contenders) walk.leave();
  yield;
  for (const { plan } of contenders) collection.assertThere(plan.scans?.map(({ index }) => index) ?? []);
}

/** Runs candidate plans side by side, as mongod does, and returns the first to deliver. */
function* winnerOf(collection: Collection, contenders: Contender[], wanted: number, tick: () => void): Work<Contender> {
  const [only] = contenders;
  if (only && contenders.length === 1) return only;
  for (;;) {
    for (const contender of contenders) {
      tick();
      const step = contender.run.next();
      if (step.done) contender.done = true;
      else if (step.value) contender.got.push(step.value);
      if (contender.done || contender.got.length >= wanted) return contender;
    }
    yield* pause(collection, contenders);
  }
}

function* race(
  collection: Collection,
  contenders: Contender[],
  wanted: number,
  deadline: number | undefined,
  report: Report | undefined,
): Generator<Match | undefined> {
  const tick = (): void => assertInTime(deadline);
  try {
    const winner = yield* winnerOf(collection, contenders, wanted, tick);
    if (report) {
      report.plan = winner.plan;
      report.effort = winner.effort;
      report.rejected = contenders.filter((contender) => contender !== winner).map((contender) => contender.plan);
    }
    for (const contender of contenders) if (contender !== winner) contender.run.return(undefined);
    yield* winner.got;
    const alone = [winner];
    for (const match of winner.run) {
      tick();
      if (match) yield match;
      if (sliceIsOver()) yield* pause(collection, alone);
    }
  } finally {
    for (const { run } of contenders) run.return(undefined);
  }
}

/** Returns the `_id` that a query is limited to, because no plan finds a document faster. */
function idOf({ filter, skip, hint, sort }: Query): string | number | ObjectId | undefined {
  const { _id: id } = filter;
  if (skip || hint !== undefined || sort) return undefined;
  return typeof id === 'string' || typeof id === 'number' || id instanceof ObjectId ? id : undefined;
}

const isAlone = (filter: Document): boolean => Object.keys(filter).length === 1;

/** Returns the `_id` if it is the only condition. */
export const soleId = (query: Query): string | number | ObjectId | undefined =>
  isAlone(query.filter) ? idOf(query) : undefined;

/**
 * Iterates over a query's matches in order. Yields undefined when its time slice is over; only then may the caller
 * yield to other commands.
 * Throws for an invalid filter even if there is no collection.
 */
export function* find(collection: Collection | undefined, query: Query, report?: Report): Generator<Match | undefined> {
  const { filter, skip = 0, limit = 0, hint, deadline } = query;
  // The most frequent queries need no plan, and often no comparison.
  const id = report ? undefined : idOf(query);
  if (id !== undefined) {
    const matches = isAlone(filter) ? () => true : filterFor(filter);
    const row = collection?.read.withId(keyOf([id]));
    const match = row && new Match(row);
    if (match && matches(match)) yield match;
    return;
  }
  const matches = filterFor(filter);
  const sort = sortOf(query.sort);
  if (!collection) return;
  const end = limit ? skip + limit : Number.POSITIVE_INFINITY;
  const contenders = plansFor(collection, filter, sort, hint).map((plan): Contender => {
    const effort: Effort = { keys: 0, docs: 0, matched: 0 };
    const walk = new Walk();
    const run = execute(collection, plan, matches, sort, end, effort, walk);
    return { plan, effort, walk, run, got: [], done: false };
  });
  let n = 0;
  for (const match of race(collection, contenders, Math.min(end, trial), deadline, report)) {
    if (!match) yield;
    else if (n++ >= skip) yield match;
    if (n >= end) return;
  }
}
