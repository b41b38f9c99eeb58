import { compileExpression, type Expression } from '../aggregate/expressions.ts';
import { type Document, decode, decodeTyped, encode } from '../bson/codec.ts';
import { DbError, unsupported } from '../bson/errors.ts';
import { Fields } from '../bson/fields.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { assign, isDocument, isOperatorDocument, numberOf } from '../bson/values.ts';

/** A branch of a projection: true for the field itself, a part of its array, or the fields below it. */
type Rule = true | Slice | Tree;
type Tree = Map<string, Rule>;
type Slice = (value: unknown) => unknown;

/** A parsed projection. */
interface Spec {
  tree: Tree;
  /** Whether the fields of the tree are those to keep, not those to leave out. */
  include: boolean;
  /** The top-level fields that are computed. */
  computed: Map<string, Expression>;
}

const isFlag = (v: unknown): boolean => typeof v === 'boolean' || numberOf(v) !== undefined;

function place(tree: Tree, path: string, rule: Rule): void {
  const parts = partsOf(path);
  const last = parts.pop() as string;
  if (last === '' || parts.includes('')) throw new DbError(15998, 'FieldPath field names may not be empty strings.');
  let at = tree;
  for (const part of parts) {
    const next = at.get(part) ?? new Map();
    if (!(next instanceof Map)) throw new DbError(31249, `Path collision at ${path}`);
    at.set(part, next);
    at = next;
  }
  if (at.has(last)) throw new DbError(31250, `Path collision at ${path}`);
  at.set(last, rule);
}

function sliceOf(spec: unknown): Slice {
  const numbers = (Array.isArray(spec) ? spec : [spec]).map((v) => numberOf(v) ?? Number.NaN);
  const [first = 0, length] = numbers;
  if (numbers.length > 2 || numbers.some(Number.isNaN) || (length !== undefined && length <= 0))
    throw new DbError(28724, `Invalid $slice syntax: ${JSON.stringify(spec)}`);
  return (v) => {
    if (!Array.isArray(v)) return v;
    if (length === undefined) return first < 0 ? v.slice(first) : v.slice(0, first);
    const from = first < 0 ? Math.max(0, v.length + first) : first;
    return v.slice(from, from + length);
  };
}

/** Parses a projection. `_id` is separate, because it may differ from the rest. */
class Reader {
  readonly #tree: Tree = new Map();
  readonly #computed = new Map<string, Expression>();
  readonly #now: number;
  readonly #mayCut: boolean;
  #kind: boolean | undefined;
  #id: boolean | undefined;
  #slices = false;

  /** @param mayCut whether `$slice` cuts an array, as in `find`, and is no expression */
  constructor(now: number, mayCut: boolean) {
    this.#now = now;
    this.#mayCut = mayCut;
  }

  read(projection: Document): Spec {
    for (const [path, value] of entriesOf(projection)) this.#visit(path, value);
    const include = this.#kind ?? (!this.#slices && this.#id === true);
    const listed = include ? this.#id !== false : this.#id === false;
    if (listed && !this.#tree.has('_id') && !this.#computed.has('_id')) place(this.#tree, '_id', true);
    return { tree: this.#tree, include, computed: this.#computed };
  }

  #visit(path: string, value: unknown): void {
    if (path.endsWith('.$')) throw unsupported(`the positional projection '${path}'`);
    if (isDocument(value) && !isOperatorDocument(value)) {
      if (!Object.keys(value).length) throw new DbError(51270, 'An empty sub-projection is not a valid value.');
      for (const [key, inner] of entriesOf(value)) this.#visit(`${path}.${key}`, inner);
    } else if (isFlag(value)) {
      const kind = Boolean(numberOf(value) ?? value);
      if (path === '_id') this.#id = kind;
      else {
        this.#choose(kind, path);
        place(this.#tree, path, true);
      }
    } else if (this.#mayCut && isOperatorDocument(value) && '$slice' in value) {
      this.#slices = true;
      place(this.#tree, path, sliceOf(value.$slice));
    } else this.#compute(path, value);
  }

  #compute(path: string, value: unknown): void {
    const expression = compileExpression(value, this.#now);
    if (path.includes('.')) throw unsupported(`a computed value at the nested path '${path}'`);
    this.#choose(true, path);
    // The tree refuses what collides with it.
    place(this.#tree, path, () => undefined);
    this.#computed.set(partsOf(path)[0] as string, expression);
  }

  #choose(kind: boolean, path: string): void {
    if (this.#kind !== undefined && this.#kind !== kind)
      throw kind
        ? new DbError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : new DbError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    this.#kind = kind;
  }
}

function cut(v: unknown, tree: Tree, include: boolean): unknown {
  if (Array.isArray(v)) return v.map((item) => cut(item, tree, include)).filter((item) => item !== undefined);
  if (!isDocument(v)) return include ? undefined : v;
  const out: Document = {};
  for (const [key, value] of Object.entries(v)) {
    const rule = tree.get(key);
    const included =
      rule instanceof Map
        ? cut(value, rule, include)
        : typeof rule === 'function'
          ? rule(value)
          : (rule === true) === include
            ? value
            : undefined;
    if (included !== undefined) assign(out, key, included);
  }
  return out;
}

/** Returns the projection of `doc`, with values computed from `plain`. */
function projected(doc: Document, plain: Document, { tree, include, computed }: Spec): Document {
  const out = cut(doc, tree, include) as Document;
  for (const [key, expression] of computed) {
    const value = expression(plain);
    if (value !== undefined) assign(out, key, value);
  }
  return out;
}

/** Compiles the operand of `$project`. @param now milliseconds since 1970 */
export function reshapeOf(projection: unknown, now: number): (doc: Document) => Document {
  if (!isDocument(projection)) throw new DbError(15969, '$project specification must be an object');
  if (!Object.keys(projection).length)
    throw new DbError(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  const spec = new Reader(now, false).read(projection);
  return (doc) => projected(doc, doc, spec);
}

/**
 * Compiles the projection of a query into a function from a stored document to the returned one; undefined if it
 * changes nothing.
 * @param now milliseconds since 1970
 */
export function projector(
  projection: Document | undefined,
  now: number,
): ((bytes: Uint8Array) => Uint8Array) | undefined {
  if (!projection || !Object.keys(projection).length) return undefined;
  const spec = new Reader(now, true).read(projection);
  const { tree, include, computed } = spec;
  if ([...tree.values()].every((rule) => rule === true)) {
    const fields = new Fields(tree.keys());
    return (bytes) => (include ? fields.only(bytes) : fields.without(bytes));
  }
  return (bytes) => {
    // Copied values keep their number types; computed ones are made from plain values.
    const typed = decodeTyped(bytes);
    return encode(projected(typed, computed.size ? decode(bytes) : typed, spec));
  };
}
