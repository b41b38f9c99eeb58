import { type Document, decode, decodeTyped } from '../bson/codec.ts';
import { Fields } from '../bson/fields.ts';
import { firstOf } from '../bson/names.ts';
import type { Collection } from '../store/collection.ts';
import type { Row } from '../store/schema.ts';
import { asksForTypes, compile } from './match.ts';
import { sortedByKey } from './merge-sort.ts';
import { fieldsOf } from './paths.ts';
import type { Plan } from './scan.ts';
import type { Work } from './slice.ts';
import { type Sort, sorter } from './sort.ts';

/** A document found; decoded only if someone looks inside. */
export class Match {
  readonly id: number;
  readonly bytes: Uint8Array;
  #doc: Document | undefined;

  constructor(row: Row) {
    this.id = row.id;
    this.bytes = row.doc;
  }

  get doc(): Document {
    this.#doc ??= decode(this.bytes);
    return this.#doc;
  }
}

/** What was looked at, for `explain`. */
export interface Effort {
  keys: number;
  docs: number;
  /** Of the documents, how many matched. */
  matched: number;
}

/** Reads of a stored document what is to be looked at; undefined for all of it. */
function reader(fields: readonly string[] | undefined, typed = false): (match: Match) => Document {
  if (!fields) return typed ? ({ bytes }) => decodeTyped(bytes) : ({ doc }) => doc;
  const part = new Fields(fields);
  return ({ bytes }) => (typed ? decodeTyped : decode)(part.only(bytes));
}

/** Compiles a filter for stored documents; an exact filter type decodes them a second way. */
export function filterFor(filter: Document, variables: Document): (match: Match) => boolean {
  const typed = asksForTypes(filter);
  const matches = compile(filter, variables, typed);
  const read = reader(fieldsOf(filter), typed);
  return (match) => matches(read(match));
}

/** Compiles a sort for stored documents. */
function sortKeyOf(sort: Sort): (match: Match) => Buffer {
  const keyOf = sorter(sort);
  const read = reader(sort.map(([path]) => firstOf(path)));
  return (match) => keyOf(read(match));
}

/** The way of a plan through the store, which can be left and taken up again. */
export class Walk {
  #rows: Generator<Row> | undefined;
  #isLeft = false;

  /** Whether it was ever left, so that what was read first may be no more. */
  wasLeft = false;

  /** Closes what is open in the store: others may write. */
  leave(): void {
    this.wasLeft = true;
    this.#isLeft = true;
    this.#rows?.return(undefined);
  }

  /** The rows that `open` reads; after a leave it is asked for those behind the last one. */
  *through(open: (last: Row | undefined) => Generator<Row>): Generator<Row> {
    let last: Row | undefined;
    do {
      this.#isLeft = false;
      this.#rows = open(last);
      for (const row of this.#rows) {
        last = row;
        yield row;
        if (this.#isLeft) break;
      }
    } while (this.#isLeft);
    this.#rows = undefined;
  }
}

function* candidates(collection: Collection, plan: Plan, effort: Effort, walk: Walk): Generator<Row> {
  if (!plan.scans) {
    for (const row of walk.through((last) => collection.read.all(last?.id))) {
      effort.docs++;
      yield row;
    }
    return;
  }
  // What is written meanwhile may move a document along the index.
  const seen = new Set<number>();
  for (const { index, ranges } of plan.scans)
    for (const range of ranges)
      for (const row of walk.through((last) => collection.read.range(index, range, plan.reverse, last))) {
        effort.keys++;
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        effort.docs++;
        yield row;
      }
}

/** Keeps the first `end` of what it is given, in the order of their keys. */
class Sorted {
  #found: { id: number; key: Buffer }[] = [];
  readonly #end: number;

  constructor(end: number) {
    this.#end = end;
  }

  add(id: number, key: Buffer): void {
    this.#found.push({ id, key });
    if (this.#found.length > 2 * this.#end + 1000) this.#cut();
  }

  *ids(): Work<number[]> {
    const sorted = yield* sortedByKey(this.#found);
    return sorted.slice(0, this.#end).map(({ id }) => id);
  }

  #cut(): void {
    this.#found.sort((a, b) => Buffer.compare(a.key, b.key));
    if (this.#found.length > this.#end) this.#found.length = this.#end;
  }
}

/** One plan's matches in the order asked for; undefined stands for a candidate examined in vain. */
export function* execute(
  collection: Collection,
  plan: Plan,
  matches: (match: Match) => boolean,
  sort: Sort,
  end: number,
  effort: Effort,
  walk: Walk,
): Generator<Match | undefined> {
  // To sort, keys and ids suffice: documents are read again when their turn comes.
  const sorted = plan.sorted || !sort.length ? undefined : { keep: new Sorted(end), keyOf: sortKeyOf(sort) };
  for (const row of candidates(collection, plan, effort, walk)) {
    const match = new Match(row);
    const hit = plan.exact || matches(match);
    if (hit) effort.matched++;
    if (hit && sorted) sorted.keep.add(row.id, sorted.keyOf(match));
    yield hit && !sorted ? match : undefined;
  }
  if (!sorted) return;
  for (const id of yield* sorted.keep.ids()) {
    const row = collection.read.row(id);
    const match = row && new Match(row);
    // What changed since it was found may match no more.
    yield match && (!walk.wasLeft || matches(match)) ? match : undefined;
  }
}
