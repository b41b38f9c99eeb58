import { type Document, decode, decodeTyped } from '../bson/codec.ts';
import type { Collection } from '../store/collection.ts';
import type { Row } from '../store/schema.ts';
import { asksForTypes, compile } from './match.ts';
import type { Plan } from './scan.ts';
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

/** Compiles a filter for stored documents; an exact filter type decodes them a second way. */
export function filterFor(filter: Document, variables: Document): (match: Match) => boolean {
  const matches = compile(filter, variables);
  return asksForTypes(filter) ? ({ bytes }) => matches(decodeTyped(bytes)) : ({ doc }) => matches(doc);
}

function* candidates(collection: Collection, plan: Plan, effort: Effort): Generator<Row> {
  if (!plan.scans) {
    for (const row of collection.read.all()) {
      effort.docs++;
      yield row;
    }
    return;
  }
  const repeats = plan.scans.length > 1 || plan.scans.some(({ index, ranges }) => ranges.length > 1 || index.multikey);
  const seen = repeats ? new Set<number>() : undefined;
  for (const { index, ranges } of plan.scans)
    for (const range of ranges)
      for (const row of collection.read.range(index, range, plan.reverse)) {
        effort.keys++;
        if (seen?.has(row.id)) continue;
        seen?.add(row.id);
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

  ids(): number[] {
    this.#cut();
    return this.#found.map(({ id }) => id);
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
): Generator<Match | undefined> {
  // To sort, keys and ids suffice: documents are read again when their turn comes.
  const sorted = plan.sorted || !sort.length ? undefined : { keep: new Sorted(end), keyOf: sorter(sort) };
  for (const row of candidates(collection, plan, effort)) {
    const match = new Match(row);
    const hit = plan.exact || matches(match);
    if (hit) effort.matched++;
    if (hit && sorted) sorted.keep.add(row.id, sorted.keyOf(match.doc));
    yield hit && !sorted ? match : undefined;
  }
  if (!sorted) return;
  for (const id of sorted.keep.ids()) {
    const row = collection.read.row(id);
    if (row) yield new Match(row);
  }
}
