import type { Document } from '../bson/codec.ts';
import { badValue, failedToParse, unsupported } from '../bson/errors.ts';
import { equal } from '../bson/keys.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import type { Collection } from '../store/collection.ts';
import type { Index } from '../store/index.ts';
import { type Demands, demandsOf } from './demands.ts';
import { type Plan, scanOf } from './scan.ts';
import type { Sort } from './sort.ts';

/** Racing more plans than these is not worth it. */
const maxPlans = 4;

const promise = (plan: Plan): number => plan.used + (plan.sorted ? 0.6 : 0) + (plan.exact ? 0.5 : 0);
const byPromise = (a: Plan, b: Plan): number => promise(b) - promise(a);
const isPlan = (plan: Plan | undefined): plan is Plan => plan !== undefined;

/** An empty document is no hint. */
const isHint = (hint: unknown): boolean => hint !== undefined && !(isDocument(hint) && !Object.keys(hint).length);

/** Plans that scan a hinted index from end to end, because no condition narrows it. */
const insisted = (indexes: readonly Index[], demands: Demands, sort: Sort): Plan[] =>
  indexes.map((index) => scanOf(index, demands, sort, true)).filter(isPlan);

/** Whether an index has this key. Names are compared first, because that is faster. */
function isOf(key: Document): (index: Index) => boolean {
  const [first] = Object.keys(key);
  return ({ paths, spec }) => paths[0] === first && equal(spec.key, key);
}

function hinted(collection: Collection, hint: unknown): Index[] {
  if (!isHint(hint)) return collection.indexes;
  if (typeof hint !== 'string' && !isDocument(hint)) throw failedToParse('Hint must be a string or an object');
  const isMeant = typeof hint === 'string' ? ({ name }: Index) => name === hint : isOf(hint);
  const indexes = collection.indexes.filter(isMeant);
  if (indexes.length) return indexes;
  throw badValue(
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  );
}

/** One plan for each `$or` whose branches all have an index. */
function unions(indexes: readonly Index[], demands: Demands): Plan[] {
  return demands.or.flatMap((branches) => {
    const parts = branches.map((branch) => {
      const plans = indexes.map((index) => scanOf(index, demandsOf(branch), [])).filter(isPlan);
      return plans.filter(({ used }) => used > 0).sort(byPromise)[0];
    });
    if (!parts.every(isPlan)) return [];
    const scans = parts.flatMap((plan) => plan.scans ?? []);
    return [{ scans, reverse: false, sorted: false, exact: false, used: 1, narrows: [], once: false }];
  });
}

const isPoint = ({ scans, used }: Plan): boolean => {
  const index = scans?.[0]?.index;
  return index?.unique === true && used === index.paths.length;
};

/** Whether a plan reads no more than another and returns results no later, so that no race is needed. */
function outdoes(plan: Plan, other: Plan, sort: Sort): boolean {
  if (!plan.once || plan.scans?.length !== 1) return false;
  // A sparse or partial index may hold fewer documents than the ranges of a full one.
  if ((other.scans?.length ?? 0) > 1 || other.scans?.some(({ index }) => index.sparse || index.partialFilter))
    return false;
  if (other.sorted && !plan.sorted && sort.length) return false;
  return other.narrows.every((path) => plan.narrows.includes(path));
}

/** The candidate plans of a query, most promising first. Only a race shows which is best. */
export function plansFor(collection: Collection, filter: Document, sort: Sort, hint?: unknown): Plan[] {
  const everything: Plan = {
    scans: undefined,
    reverse: false,
    sorted: !sort.length,
    exact: !Object.keys(filter).length,
    used: 0,
    narrows: [],
    once: true,
  };
  const natural = sort.find(([path]) => path === '$natural');
  if (natural && sort.length > 1) throw badValue('$natural cannot be combined with other sort fields');
  if (natural && natural[1] < 0) throw unsupported('$natural backwards');
  if (natural) return [{ ...everything, sorted: true }];
  if (isDocument(hint) && '$natural' in hint) {
    if (numberOf(hint.$natural) !== 1) throw unsupported('$natural backwards');
    return [everything];
  }

  const demands = demandsOf(filter);
  const indexes = hinted(collection, hint);
  const plans: Plan[] = [];
  for (const index of indexes) {
    const plan = scanOf(index, demands, sort);
    if (plan && isPoint(plan)) return [plan];
    if (plan) plans.push(plan);
  }
  // If no index serves the filter as a whole, a union of indexed branches may.
  if (!plans.some(({ used }) => used)) plans.push(...unions(indexes, demands));
  if (isHint(hint) && !plans.length) plans.push(...insisted(indexes, demands, sort));
  if (!isHint(hint) && !plans.some(({ used }) => used)) plans.push(everything);
  const raced: Plan[] = [];
  for (const plan of plans.sort(byPromise)) if (!raced.some((one) => outdoes(one, plan, sort))) raced.push(plan);
  return raced.slice(0, maxPlans);
}
