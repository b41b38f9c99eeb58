import { compileExpression, type Expression, fieldPathOf } from '../aggregate/expressions.ts';
import { refusedStage, splitPipeline } from '../aggregate/stages.ts';
import { type Document, decode, decodeTyped, encode } from '../bson/codec.ts';
import { isWithin, maxStoredDepth } from '../bson/depth.ts';
import { DbError, failedToParse, unsupported } from '../bson/errors.ts';
import { Fields } from '../bson/fields.ts';
import { equal } from '../bson/keys.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { assign, isDocument, isOperatorDocument, isRegex } from '../bson/values.ts';
import { applyOperators, type Changes, parseOperators } from './changes.ts';
import type { UpdateContext } from './operators.ts';
import { set } from './paths.ts';

/** An update: operators, a replacement, or a pipeline. Decoded with its number types. */
export type Update = Document | Document[];

/** A validated update, as a function from a stored document to the changed one. */
export interface Prepared {
  isReplacement: boolean;
  /** Whether its result may be nested too deeply although the stored document is not. */
  mayBeDeep: boolean;
  /** The only top-level fields that it reads or changes, `_id` excluded; undefined if it may be any. */
  fields: Fields | undefined;
  /** Returns the updated document: the whole, or only these fields. Throws ImmutableField if its `_id` would change. */
  apply(bytes: Uint8Array, context: UpdateContext): Document;
}

/** Compiles a pipeline of `$set` stages, the only ones here. */
function preparePipeline(pipeline: Document[], now: number): (bytes: Uint8Array) => Document {
  const stages = splitPipeline(pipeline.map((stage) => decode(encode(stage)))).map(([name, spec]) => {
    if (name !== '$set') throw refusedStage(name);
    if (!isDocument(spec)) throw new DbError(40272, `${name} specification stage must be an object`);
    if (!Object.keys(spec).length)
      throw new DbError(40177, `Invalid ${name} :: caused by :: specification must have at least one field`);
    return entriesOf(spec).map(([path, value]): [field: string, value: Expression] => {
      const [field = '', ...below] = fieldPathOf(path);
      if (below.length) throw unsupported(`the nested path '${path}' in a pipeline of an update`);
      return [field, compileExpression(value, now)];
    });
  });
  return (bytes) => {
    let doc = decode(bytes);
    for (const stage of stages) {
      const changed = { ...doc };
      for (const [field, value] of stage) assign(changed, field, value(doc));
      doc = changed;
    }
    return doc;
  };
}

function prepareReplacement(update: Document): () => Document {
  for (const key of Object.keys(update))
    if (key.startsWith('$'))
      throw failedToParse(`the replace operation document must not contain operators, but found '${key}'`);
  return () => ({ ...update });
}

/** A renamed field may change its place, and array positions may depend on any field. */
function fieldsOf({ list, dynamic }: Changes): Fields | undefined {
  const names = list.map(({ path: [first = ''] }) => first);
  const isAny = dynamic || names.includes('_id') || list.some(({ op }) => op === '$rename');
  return isAny ? undefined : new Fields(names);
}

/** Whether a value of the update, under the longest of its paths, may be nested too deeply. */
const mayNest = (update: Update, { list }: Changes): boolean => {
  const longest = Math.max(...list.map(({ path }) => path.length));
  return list.some(({ op }) => op === '$rename') || !isWithin(update, maxStoredDepth - longest);
};

function applierOf(changes: Changes): Prepared['apply'] {
  return (bytes, context) => {
    const doc = decodeTyped(bytes);
    // A document that cannot be encoded to the same bytes would change silently.
    if (Buffer.compare(encode(doc), bytes) !== 0)
      throw unsupported('updating a document that holds a deprecated BSON type or a date beyond JavaScript’s range');
    applyOperators(doc, changes, context);
    return doc;
  };
}

/**
 * Parses an update. Throws for an invalid one, whether or not there is a document to change.
 * @param now milliseconds since 1970
 */
export function prepare(update: Update, filters: readonly Document[], now: number): Prepared {
  const isOperators = isOperatorDocument(update);
  if (!isOperators && filters.length)
    throw failedToParse('arrayFilters may be specified for updates by operators only');
  const changes = isOperators ? parseOperators(update as Document, filters) : undefined;
  const change = Array.isArray(update)
    ? preparePipeline(update, now)
    : changes
      ? applierOf(changes)
      : prepareReplacement(update);
  const apply: Prepared['apply'] = (bytes, context) => {
    const id = decode(bytes)._id;
    const doc = change(bytes, context);
    if (id === undefined) return doc;
    if (doc._id === undefined && !isOperators) return { _id: decodeTyped(bytes)._id, ...doc };
    if (!equal(doc._id, id))
      throw new DbError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
    return doc;
  };
  const fields = changes && fieldsOf(changes);
  const mayBeDeep = !changes || mayNest(update, changes);
  return { isReplacement: !isOperators && !Array.isArray(update), mayBeDeep, fields, apply };
}

/** The initial document of an upsert: the filter's equalities. */
export function upsertBase(filter: Document): Document {
  const base: Document = {};
  const paths = new Set<string>();
  const add = (path: string, value: unknown): void => {
    if (paths.has(path)) throw new DbError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    paths.add(path);
    set(base, partsOf(path), value);
  };
  const gather = (part: Document): void => {
    for (const [key, operand] of entriesOf(part)) {
      if (key === '$and' || (key === '$or' && (operand as unknown[]).length === 1))
        (operand as Document[]).forEach(gather);
      else if (key.startsWith('$')) continue;
      else if (isRegex(operand)) continue;
      else if (!isOperatorDocument(operand)) add(key, operand);
      else if ('$eq' in operand) add(key, operand.$eq);
      else if (Array.isArray(operand.$in) && operand.$in.length === 1) add(key, operand.$in[0]);
    }
  };
  gather(filter);
  return base;
}
