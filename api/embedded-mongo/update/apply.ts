import { runStage } from '../aggregate/expressions.ts';
import { type Document, decode, decodeTyped, encode } from '../bson/codec.ts';
import { badValue, DbError, failedToParse, unsupported } from '../bson/errors.ts';
import { equal } from '../bson/keys.ts';
import { isDocument, isOperatorDocument, isRegex } from '../bson/values.ts';
import { applyOperators, type UpdateContext } from './operators.ts';
import { set } from './paths.ts';

/** An update as clients send it: operators, a replacement, or a pipeline. Decoded with its number types. */
export type Update = Document | Document[];

const stages = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);

export const isReplacement = (update: Update): boolean => !Array.isArray(update) && !isOperatorDocument(update);

function runPipeline(bytes: Uint8Array, pipeline: Document[], variables: Document): Document {
  let doc = decode(bytes);
  for (const stage of pipeline) {
    const [name = '', ...others] = isDocument(stage) ? Object.keys(stage) : [];
    if (others.length || !stages.has(name)) throw badValue(`${name} is not allowed to be used within an update`);
    const [changed] = runStage([doc], name, decode(encode(stage))[name], variables);
    doc = changed ?? {};
  }
  return doc;
}

function assertReplacement(update: Document): void {
  for (const key of Object.keys(update))
    if (key.startsWith('$'))
      throw failedToParse(`the replace operation document must not contain operators, but found '${key}'`);
}

function changed(bytes: Uint8Array, update: Update, context: UpdateContext): Document {
  if (Array.isArray(update)) return runPipeline(bytes, update, context.variables);
  if (isReplacement(update)) {
    assertReplacement(update);
    return { ...update };
  }
  const doc = decodeTyped(bytes);
  // What js-bson cannot write back as it was would change silently.
  if (Buffer.compare(encode(doc), bytes) !== 0)
    throw unsupported('updating a document that holds a deprecated BSON type or a date beyond JavaScript’s range');
  applyOperators(doc, update, context);
  return doc;
}

/** The document after an update. Throws ImmutableField when its `_id` would change. */
export function applyUpdate(bytes: Uint8Array, update: Update, context: UpdateContext): Document {
  const id = decode(bytes)._id;
  const doc = changed(bytes, update, context);
  if (id === undefined) return doc;
  if (doc._id === undefined && !isOperatorDocument(update)) return { _id: decodeTyped(bytes)._id, ...doc };
  if (!equal(doc._id, id))
    throw new DbError(66, `Performing an update on the path '_id' would modify the immutable field '_id'`);
  return doc;
}

/** The document that an upsert starts from: the filter's equalities. */
export function upsertBase(filter: Document): Document {
  const base: Document = {};
  const paths = new Set<string>();
  const add = (path: string, value: unknown): void => {
    if (paths.has(path)) throw new DbError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    paths.add(path);
    set(base, path.split('.'), value);
  };
  const gather = (part: Document): void => {
    for (const [key, operand] of Object.entries(part)) {
      if (key === '$and' || (key === '$or' && (operand as unknown[]).length === 1))
        (operand as Document[]).forEach(gather);
      else if (key.startsWith('$')) continue;
      else if (isRegex(operand)) continue;
      else if (!isOperatorDocument(operand)) add(key, operand);
      else if ('$eq' in operand) add(key, operand.$eq);
      else
        for (const list of [operand.$in, operand.$all]) if (Array.isArray(list) && list.length === 1) add(key, list[0]);
    }
  };
  gather(filter);
  return base;
}
