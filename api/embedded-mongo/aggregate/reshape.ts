import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { entriesOf } from '../bson/names.ts';
import { assign, isDocument, isOperatorDocument, numberOf } from '../bson/values.ts';
import { compileExpression } from './expressions.ts';
import { fieldPathOf } from './field-path.ts';
import type { Transform } from './transforms.ts';

type Compute = (doc: Document) => unknown;
/** A branch: true for the field itself, a value to compute, or the fields below it. */
type Rule = true | Compute | Tree;
type Tree = Map<string, Rule>;

function place(tree: Tree, path: string, rule: Rule): void {
  const parts = fieldPathOf(path);
  const last = parts.pop() as string;
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

/** Applies an inclusion to a value; undefined if nothing is left. */
function pruned(v: unknown, tree: Tree): unknown {
  if (Array.isArray(v)) return v.map((item) => pruned(item, tree)).filter((item) => item !== undefined);
  if (!isDocument(v)) return undefined;
  const out: Document = {};
  for (const [name, value] of Object.entries(v)) {
    const rule = tree.get(name);
    const left = rule === true ? value : rule instanceof Map ? pruned(value, rule) : undefined;
    if (left !== undefined) assign(out, name, left);
  }
  return out;
}

/** Applies an exclusion to a value. */
function cut(v: unknown, tree: Tree): unknown {
  if (Array.isArray(v)) return v.map((item) => cut(item, tree));
  if (!isDocument(v)) return v;
  const out: Document = {};
  for (const [name, value] of Object.entries(v)) {
    const rule = tree.get(name);
    if (rule !== true) assign(out, name, rule instanceof Map ? cut(value, rule) : value);
  }
  return out;
}

const computes = (rule: Rule): boolean => (rule instanceof Map ? [...rule.values()].some(computes) : rule !== true);

/** Adds the computed fields to a value; in an array, to each element. */
function filled(v: unknown, tree: Tree, doc: Document): unknown {
  if (Array.isArray(v)) return v.map((item) => filled(item, tree, doc));
  const out: Document = isDocument(v) ? { ...v } : {};
  for (const [name, rule] of tree) {
    if (!computes(rule)) continue;
    const value =
      rule instanceof Map
        ? filled(Object.hasOwn(out, name) ? out[name] : undefined, rule, doc)
        : (rule as Compute)(doc);
    if (value === undefined) delete out[name];
    else assign(out, name, value);
  }
  return out;
}

/** Parses the specification of `$project`. */
class Projection {
  readonly tree: Tree = new Map();
  readonly #variables: Document;
  #kind: boolean | undefined;
  #id: boolean | undefined;

  constructor(spec: Document, variables: Document) {
    this.#variables = variables;
    for (const [path, value] of entriesOf(spec)) this.#visit(path, value);
    if (this.include ? this.#id !== false && !this.tree.has('_id') : this.#id === false) this.tree.set('_id', true);
  }

  get include(): boolean {
    return this.#kind ?? this.#id === true;
  }

  #visit(path: string, value: unknown): void {
    const flag = typeof value === 'boolean' ? value : numberOf(value);
    if (flag !== undefined) this.#flag(path, Boolean(flag));
    else if (isDocument(value) && !isOperatorDocument(value)) {
      if (!Object.keys(value).length) throw new DbError(51270, 'An empty sub-projection is not a valid value.');
      for (const [name, inner] of entriesOf(value)) {
        if (name.includes('.')) throw new DbError(40183, `FieldPath field names may not contain '.' in '${name}'`);
        this.#visit(`${path}.${name}`, inner);
      }
    } else {
      this.#choose(true, path);
      place(this.tree, path, compileExpression(value, this.#variables));
    }
  }

  #flag(path: string, kind: boolean): void {
    if (path === '_id') {
      this.#id = kind;
      return;
    }
    this.#choose(kind, path);
    place(this.tree, path, true);
  }

  #choose(kind: boolean, path: string): void {
    if (this.#kind !== undefined && this.#kind !== kind)
      throw kind
        ? new DbError(
            31253,
            `Invalid $project :: caused by :: Cannot do inclusion on field ${path} in exclusion projection`,
          )
        : new DbError(
            31254,
            `Invalid $project :: caused by :: Cannot do exclusion on field ${path} in inclusion projection`,
          );
    this.#kind = kind;
  }
}

export function projectOf(spec: unknown, variables: Document): Transform {
  if (!isDocument(spec)) throw new DbError(15969, '$project specification must be an object');
  if (!Object.keys(spec).length)
    throw new DbError(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  const { tree, include } = new Projection(spec, variables);
  const hasComputed = computes(tree);
  return (doc) => {
    const out = (include ? pruned(doc, tree) : cut(doc, tree)) as Document;
    return [hasComputed ? (filled(out, tree, doc) as Document) : out];
  };
}

export function unsetOf(spec: unknown): Transform {
  const paths = typeof spec === 'string' ? [spec] : spec;
  if (!Array.isArray(paths)) throw new DbError(31002, '$unset specification must be a string or an array');
  if (!paths.length)
    throw new DbError(31119, '$unset specification must be a string or an array with at least one field');
  const tree: Tree = new Map();
  for (const path of paths) {
    if (typeof path !== 'string')
      throw new DbError(31120, '$unset specification must be a string or an array containing only string values');
    place(tree, path, true);
  }
  return (doc) => [cut(doc, tree) as Document];
}

export function addFieldsOf(stage: string, spec: unknown, variables: Document): Transform {
  if (!isDocument(spec)) throw new DbError(40272, `${stage} specification stage must be an object`);
  if (!Object.keys(spec).length)
    throw new DbError(40177, `Invalid ${stage} :: caused by :: specification must have at least one field`);
  const tree: Tree = new Map();
  const visit = (path: string, value: unknown): void => {
    if (!isDocument(value) || isOperatorDocument(value)) {
      place(tree, path, compileExpression(value, variables));
      return;
    }
    if (!Object.keys(value).length)
      throw new DbError(40180, `an empty object is not a valid value. Found empty object at path ${path}`);
    for (const [name, inner] of entriesOf(value)) {
      if (name.includes('.')) throw new DbError(40183, `FieldPath field names may not contain '.' in '${name}'`);
      visit(`${path}.${name}`, inner);
    }
  };
  for (const [path, value] of entriesOf(spec)) visit(path, value);
  return (doc) => [filled(doc, tree, doc) as Document];
}
