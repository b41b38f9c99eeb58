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
  /** Nothing, or 0, for all. */
  limit?: number | undefined;
  hint?: unknown;
  variables?: Document | undefined;
  /** Milliseconds since 1970 after which the query gives up with MaxTimeMSExpired. */
  deadline?: number | undefined;
}

/** Which plan won, which lost, and what the winner looked at. */
export interface Report {
  plan?: Plan;
  rejected: Plan[];
  effort: Effort;
}

interface Lane {
  plan: Plan;
  effort: Effort;
  walk: Walk;
  run: Generator<Match | undefined>;
  got: Match[];
  done: boolean;
}

/** As many results as mongod's trial period asks for. */
const trial = 101;
/** Throws MaxTimeMSExpired when the deadline, in milliseconds since 1970, is over. */
export function assertInTime(deadline: number | undefined): void {
  if (deadline !== undefined && Date.now() > deadline) throw new DbError(50, 'operation exceeded time limit');
}

/** Lets others go where it is time, with nothing open meanwhile. Throws QueryPlanKilled when what it reads is gone. */
function* pause(collection: Collection, lanes: readonly Lane[]): Work<void> {
  if (!sliceIsOver() || lanes.some(({ walk }) => walk.isHeld)) return;
  for (const { walk } of lanes) walk.leave();
  yield;
  for (const { plan } of lanes) collection.assertThere(plan.scans?.map(({ index }) => index) ?? []);
}

/** Candidate plans run side by side, as in mongod, and the first to deliver goes on alone. */
function* winnerOf(collection: Collection, lanes: Lane[], wanted: number, tick: () => void): Work<Lane> {
  const [only] = lanes;
  if (only && lanes.length === 1) return only;
  for (;;) {
    for (const lane of lanes) {
      tick();
      const step = lane.run.next();
      if (step.done) lane.done = true;
      else if (step.value) lane.got.push(step.value);
      if (lane.done || lane.got.length >= wanted) return lane;
    }
    yield* pause(collection, lanes);
  }
}

function* race(
  collection: Collection,
  lanes: Lane[],
  wanted: number,
  deadline: number | undefined,
  report: Report | undefined,
): Generator<Match | undefined> {
  const tick = (): void => assertInTime(deadline);
  try {
    const winner = yield* winnerOf(collection, lanes, wanted, tick);
    if (report) {
      report.plan = winner.plan;
      report.effort = winner.effort;
      report.rejected = lanes.filter((lane) => lane !== winner).map((lane) => lane.plan);
    }
    for (const lane of lanes) if (lane !== winner) lane.run.return(undefined);
    yield* winner.got;
    const alone = [winner];
    for (const match of winner.run) {
      tick();
      if (match) yield match;
      if (sliceIsOver()) yield* pause(collection, alone);
    }
  } finally {
    for (const { run } of lanes) run.return(undefined);
  }
}

/** The one `_id` that a query asks for: no plan finds a document sooner. */
function idOf({ filter, skip, hint, sort }: Query): string | number | ObjectId | undefined {
  const { _id: id } = filter;
  if (skip || hint !== undefined || sort) return undefined;
  return typeof id === 'string' || typeof id === 'number' || id instanceof ObjectId ? id : undefined;
}

const isAlone = (filter: Document): boolean => Object.keys(filter).length === 1;

/** The same where that is all it asks. */
export const soleId = (query: Query): string | number | ObjectId | undefined =>
  isAlone(query.filter) ? idOf(query) : undefined;

/**
 * The matches of a query in its order; undefined where it is time to give way, and only there whoever reads may.
 * A filter that makes no sense is refused, collection or not.
 */
export function* find(collection: Collection | undefined, query: Query, report?: Report): Generator<Match | undefined> {
  const { filter, skip = 0, limit = 0, hint, variables = {}, deadline } = query;
  // What most commands ask for needs no plan, and often no comparison.
  const id = report ? undefined : idOf(query);
  if (id !== undefined) {
    const matches = isAlone(filter) ? () => true : filterFor(filter, variables);
    const row = collection?.read.withId(keyOf([id]));
    const match = row && new Match(row);
    if (match && matches(match)) yield match;
    return;
  }
  const matches = filterFor(filter, variables);
  const sort = sortOf(query.sort);
  if (!collection) return;
  const end = limit ? skip + limit : Number.POSITIVE_INFINITY;
  const lanes = plansFor(collection, filter, sort, hint).map((plan): Lane => {
    const effort: Effort = { keys: 0, docs: 0, matched: 0 };
    const walk = new Walk();
    const run = execute(collection, plan, matches, sort, end, effort, walk);
    return { plan, effort, walk, run, got: [], done: false };
  });
  let n = 0;
  for (const match of race(collection, lanes, Math.min(end, trial), deadline, report)) {
    if (!match) yield;
    else if (n++ >= skip) yield match;
    if (n >= end) return;
  }
}
