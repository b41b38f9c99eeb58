import { compileExpression } from '../aggregate/expressions.ts';
import { type Document, decode, decodeTyped, encode } from '../bson/codec.ts';
import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { Fields } from '../bson/fields.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { assign, isDocument, isOperatorDocument, numberOf } from '../bson/values.ts';
import { compile, elementTest } from './match.ts';
import { resetPatternBudget } from './pattern/bounded.ts';

/** A branch of a projection: true for the field itself, a value to compute, or the fields below it. */
type Rule = true | Pick | Tree;
type Tree = Map<string, Rule>;
/** Selects from a field's value or replaces it; undefined leaves the field out. */
type Pick = (value: unknown, doc: Document) => unknown;

interface Spec {
  tree: Tree;
  include: boolean;
}

const isFlag = (v: unknown): boolean => typeof v === 'boolean' || numberOf(v) !== undefined;

function place(tree: Tree, path: string, rule: Rule): void {
  const parts = partsOf(path);
  const last = parts.pop() as string;
  if (last === '' || parts.includes('')) throw badValue('FieldPath field names may not be empty strings.');
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

function sliceOf(spec: unknown): Pick {
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

function elementOf(spec: unknown): Pick {
  if (!isDocument(spec)) throw new DbError(31274, '$elemMatch requires an object');
  const test = elementTest(spec);
  return (v) => {
    const found = Array.isArray(v) ? v.find((item) => test(decode(encode({ item })).item)) : undefined;
    return found === undefined ? undefined : [found];
  };
}

/** The positional `$`: the first element that makes the filter's condition on this array match. */
function positional(path: string, filter: Document): Pick {
  const condition = entriesOf(filter).find(([key]) => key === path || key.startsWith(`${path}.`));
  if (!condition || path.includes('.'))
    throw unsupported(`the positional projection '${path}.$' without a condition on '${path}'`);
  const matches = compile(Object.fromEntries([condition]));
  return (v) => {
    if (!Array.isArray(v)) return v;
    const found = v.find((item) => matches({ [path]: [decode(encode({ item })).item] }));
    return found === undefined ? undefined : [found];
  };
}

/** `$slice` of an array that holds anything but numbers is an expression. */
const isSlice = (value: unknown): value is { $slice: unknown } =>
  isOperatorDocument(value) &&
  '$slice' in value &&
  !(Array.isArray(value.$slice) && value.$slice.some((v) => numberOf(v) === undefined));

/** Parses a projection. `id` is separate, because it may differ from the rest. */
class Reader {
  readonly #tree: Tree = new Map();
  readonly #filter: Document;
  readonly #variables: Document;
  #kind: boolean | undefined;
  #id: boolean | undefined;
  #slices = false;
  #elements = false;

  constructor(filter: Document, variables: Document) {
    this.#filter = filter;
    this.#variables = variables;
  }

  read(projection: Document): Spec {
    for (const [path, value] of entriesOf(projection)) this.#visit(path, value);
    const include = this.#kind ?? (!this.#slices && (this.#elements || this.#id === true));
    const listed = include ? this.#id !== false : this.#id === false;
    if (listed && !this.#tree.has('_id')) place(this.#tree, '_id', true);
    return { tree: this.#tree, include };
  }

  #visit(path: string, value: unknown): void {
    if (isDocument(value) && !isOperatorDocument(value)) {
      if (!Object.keys(value).length) throw new DbError(51270, 'An empty sub-projection is not a valid value.');
      for (const [key, inner] of entriesOf(value)) this.#visit(`${path}.${key}`, inner);
    } else if (path.endsWith('.$')) {
      const array = path.slice(0, -2);
      this.#choose(true, path);
      place(this.#tree, array, positional(array, this.#filter));
    } else if (isFlag(value)) {
      const kind = Boolean(numberOf(value) ?? value);
      if (path === '_id') this.#id = kind;
      else {
        this.#choose(kind, path);
        place(this.#tree, path, true);
      }
    } else this.#rule(path, value);
  }

  #rule(path: string, value: unknown): void {
    if (isOperatorDocument(value) && '$meta' in value) throw unsupported('$meta');
    if (isSlice(value)) {
      this.#slices = true;
      place(this.#tree, path, sliceOf(value.$slice));
      return;
    }
    if (isOperatorDocument(value) && '$elemMatch' in value) {
      this.#elements = true;
      place(this.#tree, path, elementOf(value.$elemMatch));
      return;
    }
    if (path.includes('.')) throw unsupported(`a computed value at the nested path '${path}'`);
    this.#choose(true, path);
    const compute = compileExpression(value, this.#variables);
    place(this.#tree, path, (_, doc) => compute(doc));
  }

  #choose(kind: boolean, path: string): void {
    if (this.#kind !== undefined && this.#kind !== kind)
      throw kind
        ? new DbError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
        : new DbError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    this.#kind = kind;
  }
}

function cut(v: unknown, tree: Tree, include: boolean, doc: Document): unknown {
  if (Array.isArray(v)) return v.map((item) => cut(item, tree, include, doc)).filter((item) => item !== undefined);
  if (!isDocument(v)) return include ? undefined : v;
  const out: Document = {};
  for (const [key, value] of Object.entries(v)) {
    const rule = tree.get(key);
    const included =
      rule instanceof Map
        ? cut(value, rule, include, doc)
        : typeof rule === 'function'
          ? rule(value, doc)
          : (rule === true) === include
            ? value
            : undefined;
    if (included !== undefined) assign(out, key, included);
  }
  return out;
}

/**
 * Compiles a projection into a function from a stored document to the returned one; undefined if it changes nothing.
 */
export function projector(
  projection: Document | undefined,
  filter: Document,
  variables: Document = {},
): ((bytes: Uint8Array) => Uint8Array) | undefined {
  if (!projection || !Object.keys(projection).length) return undefined;
  const { tree, include } = new Reader(filter, variables).read(projection);
  if ([...tree.values()].every((rule) => rule === true)) {
    const fields = new Fields(tree.keys());
    return (bytes) => (include ? fields.only(bytes) : fields.without(bytes));
  }
  const computed = [...tree].filter(([, rule]) => typeof rule === 'function');
  return (bytes) => {
    resetPatternBudget();
    // Copied values keep their number types; computed ones are made from plain values.
    const typed = decodeTyped(bytes);
    const doc = computed.length ? decode(bytes) : typed;
    const out = cut(typed, tree, include, doc) as Document;
    for (const [key, rule] of computed)
      if (!Object.hasOwn(typed, key)) {
        const value = (rule as Pick)(undefined, doc);
        if (value !== undefined) assign(out, key, value);
      }
    return encode(out);
  };
}
