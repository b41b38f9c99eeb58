import { type Document, decode, decodeTyped } from '../bson/codec.ts';
import { Fields } from '../bson/fields.ts';
import { firstOf } from '../bson/names.ts';
import type { Collection } from '../store/collection.ts';
import type { Row } from '../store/schema.ts';
import { asksForTypes, compile } from './match.ts';
import { sortedByKey } from './merge-sort.ts';
import { fieldsOf } from './paths.ts';
import { renewPatternTime } from './pattern/bounded.ts';
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

  /**
   * Gives back the bytes of a document of which nothing more is needed. Left to the collector, a page of wide ones is
   * so much that it looks through everything every few dozen pages.
   */
  release(): void {
    (this.bytes.buffer as ArrayBuffer).transfer(0);
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
  return (match) => {
    renewPatternTime();
    return matches(read(match));
  };
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

  /** Whether it is not to be left: what is read now has to stay as it is until the end. */
  isHeld = false;

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

/** As many more as are kept in reserve: others may remove or change what was found first. */
const reserve = 1000;

interface Keyed {
  id: number;
  key: Buffer;
}

/** Keeps the first `end` of what it is given, in the order of their keys, and some in reserve. */
class Sorted {
  #found: Keyed[] = [];
  readonly #size: number;

  /** Whether there was more than is kept. */
  isCut = false;

  constructor(end: number) {
    this.#size = end + reserve;
  }

  add(one: Keyed): void {
    this.#found.push(one);
    if (this.#found.length <= 2 * this.#size) return;
    this.#found.sort((a, b) => Buffer.compare(a.key, b.key));
    this.#found.length = this.#size;
    this.isCut = true;
  }

  *inOrder(): Work<Keyed[]> {
    const sorted = yield* sortedByKey(this.#found);
    // What is behind the reserve is not known to be next.
    return this.isCut ? sorted.slice(0, this.#size) : sorted;
  }
}

/** To sort, keys and ids suffice: documents are read again when their turn comes. */
function* sorted(
  collection: Collection,
  hits: () => Generator<Match | undefined>,
  matches: (match: Match) => boolean,
  sort: Sort,
  end: number,
  walk: Walk,
): Generator<Match | undefined> {
  const keyOf = sortKeyOf(sort);
  const given = new Set<number>();
  let due = new Set<number>();
  let last: Buffer | undefined;
  // What comes new before what was given already is left out.
  const isLate = ({ id, key }: Keyed): boolean => last !== undefined && Buffer.compare(key, last) < 0 && !due.has(id);
  for (;;) {
    const keep = new Sorted(end);
    for (const match of hits()) {
      const one = match && !given.has(match.id) && { id: match.id, key: keyOf(match) };
      if (one && !isLate(one)) keep.add(one);
      match?.release();
      yield undefined;
    }
    const found = yield* keep.inOrder();
    for (const { id, key } of found) {
      const row = collection.read.row(id);
      const match = row && new Match(row);
      // What changed since it was found may match no more.
      const isStill = match && (!walk.wasLeft || matches(match));
      if (isStill) {
        given.add(id);
        last = key;
      }
      yield isStill ? match : undefined;
    }
    if (!keep.isCut || given.size >= end || walk.isHeld) return;
    // Others took all that was in reserve: now nobody may.
    due = new Set(found.map(({ id }) => id));
    walk.isHeld = true;
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
  function* hits(): Generator<Match | undefined> {
    for (const row of candidates(collection, plan, effort, walk)) {
      const match = new Match(row);
      const isHit = plan.exact || matches(match);
      if (isHit) effort.matched++;
      else match.release();
      yield isHit ? match : undefined;
    }
  }
  yield* plan.sorted || !sort.length ? hits() : sorted(collection, hits, matches, sort, end, walk);
}
