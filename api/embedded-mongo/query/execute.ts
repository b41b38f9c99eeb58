import { type Document, decode } from '../bson/codec.ts';
import { Fields } from '../bson/fields.ts';
import { firstOf } from '../bson/names.ts';
import type { Collection } from '../store/collection.ts';
import type { Row } from '../store/schema.ts';
import { compile } from './match.ts';
import { sortedByKey } from './merge-sort.ts';
import { fieldsOf } from './paths.ts';
import type { Plan } from './scan.ts';
import type { Work } from './slice.ts';
import { type Sort, sorter } from './sort.ts';

/** A document that was found; decoded on first use. */
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
   * Frees the bytes of a document that is no longer needed. If it is left to the garbage collector, a page of large
   * documents triggers a full collection every few dozen pages.
   */
  release(): void {
    (this.bytes.buffer as ArrayBuffer).transfer(0);
  }
}

/** Statistics for `explain`. */
export interface Effort {
  keys: number;
  docs: number;
  /** How many of the documents matched. */
  matched: number;
}

/** Compiles a function that decodes only these top-level fields of a document. */
function reader(fields: readonly string[]): (match: Match) => Document {
  const part = new Fields(fields);
  return ({ bytes }) => decode(part.only(bytes));
}

/** Compiles a filter for stored documents. */
export function filterFor(filter: Document): (match: Match) => boolean {
  const matches = compile(filter);
  const read = reader(fieldsOf(filter));
  return (match) => matches(read(match));
}

/** Compiles a sort for stored documents. */
function sortKeyOf(sort: Sort): (match: Match) => Buffer {
  const keyOf = sorter(sort);
  const read = reader(sort.map(([path]) => firstOf(path)));
  return (match) => keyOf(read(match));
}

/** A plan's position in the store, which can be suspended and resumed. */
export class Walk {
  #rows: Generator<Row> | undefined;
  #isLeft = false;

  /** Whether it was ever suspended; documents read before that may be gone. */
  wasLeft = false;

  /** Whether it must not be suspended, so that the documents read now stay unchanged until the end. */
  isPinned = false;

  /** Closes the open statements, so that others may write. */
  leave(): void {
    this.wasLeft = true;
    this.#isLeft = true;
    this.#rows?.return(undefined);
  }

  /** Iterates over the rows of `open`. After a suspension, calls it again with the last row. */
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
  // A write during a suspension may move a document along the index.
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

/** Extra results that a sort keeps, because other commands may remove or change the first ones. */
const reserve = 1000;

interface Keyed {
  id: number;
  key: Buffer;
}

/** Keeps the first `end` items in key order, and `reserve` more. */
class Sorted {
  #found: Keyed[] = [];
  readonly #size: number;

  /** Whether items were dropped. */
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
    // Items beyond the reserve may be incomplete.
    return this.isCut ? sorted.slice(0, this.#size) : sorted;
  }
}

/** Sorts keys and ids only; a document is read again when it is returned. */
function* sorted(
  collection: Collection,
  hits: () => Generator<Match | undefined>,
  matches: (match: Match) => boolean,
  sort: Sort,
  end: number,
  walk: Walk,
): Generator<Match | undefined> {
  const keyOf = sortKeyOf(sort);
  const returned = new Set<number>();
  let due = new Set<number>();
  let last: Buffer | undefined;
  // A new document that sorts before the last one returned is left out.
  const isLate = ({ id, key }: Keyed): boolean => last !== undefined && Buffer.compare(key, last) < 0 && !due.has(id);
  for (;;) {
    const ranking = new Sorted(end);
    for (const match of hits()) {
      const one = match && !returned.has(match.id) && { id: match.id, key: keyOf(match) };
      if (one && !isLate(one)) ranking.add(one);
      match?.release();
      yield undefined;
    }
    const found = yield* ranking.inOrder();
    for (const { id, key } of found) {
      const row = collection.read.row(id);
      const match = row && new Match(row);
      // A document that changed since it was found may no longer match.
      const isStill = match && (!walk.wasLeft || matches(match));
      if (isStill) {
        returned.add(id);
        last = key;
      }
      yield isStill ? match : undefined;
    }
    if (!ranking.isCut || returned.size >= end || walk.isPinned) return;
    // Other commands removed all of the reserve, so this round does not yield.
    due = new Set(found.map(({ id }) => id));
    walk.isPinned = true;
  }
}

/** Runs a plan and returns its matches in the requested order; undefined for each candidate that did not match. */
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
