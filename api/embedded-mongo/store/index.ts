import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { componentKey } from '../bson/keys.ts';
import { partsOf, written } from '../bson/names.ts';
import { emptyArray } from '../bson/order.ts';
import { isDocument, isOperatorDocument } from '../bson/values.ts';
import { compile, type Matcher } from '../query/match.ts';
import { fieldsOf } from '../query/paths.ts';

/** Collects the values that an index holds for a path. Returns whether it crossed an array. */
function collect(v: unknown, path: readonly string[], at: number, out: unknown[]): boolean {
  const part = path[at];
  if (Array.isArray(v)) {
    if (part === undefined) out.push(...(v.length ? v : [emptyArray]));
    else {
      const before = out.length;
      for (const item of v) if (isDocument(item)) collect(item, path, at, out);
      if (out.length === before) out.push(undefined);
    }
    return true;
  }
  if (part !== undefined)
    return collect(isDocument(v) && Object.hasOwn(v, part) ? v[part] : undefined, path, at + 1, out);
  out.push(v);
  return false;
}

/** The keys of one document in an index, and a bit for each path that crossed an array. */
export interface IndexKeys {
  keys: Buffer[];
  multikey: number;
}

const none: IndexKeys = { keys: [], multikey: 0 };

/** One index of a collection; `_id` has one too. */
export class Index {
  readonly id: number;
  readonly spec: Document;
  readonly paths: readonly string[];
  readonly directions: readonly number[];
  /** Bit i: some document has, or had, an array along path i. */
  multikey: number;
  readonly #partial: Matcher | undefined;
  readonly #parts: readonly string[][];
  /** The top-level fields that it reads. */
  readonly fields: ReadonlySet<string>;

  constructor(id: number, spec: Document, multikey: number) {
    const key = spec.key as Record<string, number>;
    this.id = id;
    this.spec = spec;
    this.paths = Object.keys(key);
    this.directions = Object.values(key);
    this.multikey = multikey;
    this.#parts = this.paths.map((path) => partsOf(path));
    this.#partial = this.partialFilter && compile(this.partialFilter);
    const filtered = fieldsOf(this.partialFilter ?? {});
    this.fields = new Set([...this.#parts.map(([first = '']) => first), ...filtered].map(written));
  }

  get name(): string {
    return this.spec.name as string;
  }

  get isId(): boolean {
    return this.id === 0;
  }

  get unique(): boolean {
    return this.isId || this.spec.unique === true;
  }

  get sparse(): boolean {
    return this.spec.sparse === true;
  }

  get partialFilter(): Document | undefined {
    return this.spec.partialFilterExpression as Document | undefined;
  }

  /** Whether every document in the index has a value at this path. */
  holdsOnlyPresent(path: string): boolean {
    const condition = this.partialFilter?.[path];
    if (isOperatorDocument(condition) && condition.$exists) return true;
    return this.sparse && this.paths.length === 1 && this.paths[0] === path && !this.multikey;
  }

  /** Whether the path of this component may lead through an array. */
  isMultikeyAt(place: number): boolean {
    return ((this.multikey >> place) & 1) === 1;
  }

  /** Whether a change of these top-level fields may change the document's keys. */
  sees(names: ReadonlySet<string>): boolean {
    return !this.fields.isDisjointFrom(names);
  }

  /** Returns the document's keys, and the paths that crossed an array. */
  keys(doc: Document): IndexKeys {
    if (this.#partial && !this.#partial(doc)) return none;
    let multikey = 0;
    const columns = this.#parts.map((path, i) => {
      const values: unknown[] = [];
      if (collect(doc, path, 0, values)) multikey |= 1 << i;
      return values;
    });
    if (this.sparse && columns.every((values) => values.length === 1 && values[0] === undefined)) return none;
    const wide = columns.filter((values) => values.length > 1);
    if (wide.length > 1)
      throw new DbError(171, `cannot index parallel arrays, or two fields of one array, in index ${this.name}`);
    // The common parts of a document's keys are encoded once.
    const parts = columns.map((values, i) =>
      values.length > 1 ? undefined : componentKey(values[0], this.directions[i] as number),
    );
    const [several] = wide;
    if (!several) return { keys: [Buffer.concat(parts as Buffer[])], multikey };
    const direction = this.directions[columns.indexOf(several)] as number;
    const keys = new Map<string, Buffer>();
    for (const value of several) {
      const own = componentKey(value, direction);
      keys.set(own.toString('latin1'), Buffer.concat(parts.map((part) => part ?? own)));
    }
    return { keys: [...keys.values()], multikey };
  }

  /** The error for a document whose key is taken. */
  duplicate(ns: string, doc: Document): DbError {
    const keyValue: Document = {};
    for (const [i, path] of this.paths.entries()) {
      const values: unknown[] = [];
      collect(doc, this.#parts[i] as string[], 0, values);
      keyValue[path] = typeof values[0] === 'symbol' ? null : (values[0] ?? null);
    }
    const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
    return new DbError(
      11000,
      `E11000 duplicate key error collection: ${ns} index: ${this.name} dup key: { ${shown.join(', ')} }`,
      { keyPattern: this.spec.key, keyValue },
    );
  }
}
