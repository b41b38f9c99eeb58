import type { Document } from '../bson/codec.ts';
import { checkedName, DbError, failedToParse, unsupported } from '../bson/errors.ts';
import { encodeName, entriesOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';
import { type Stage, stagesOf } from './stages.ts';

/** A parsed `$lookup`. */
export interface Join {
  from: string;
  as: string;
  localField?: string;
  foreignField?: string;
  let: Document;
  pipeline: unknown[];
}

const options = new Set(['from', 'as', 'localField', 'foreignField', 'let', 'pipeline']);

/** Parses the operand of `$lookup`. */
export function joinOf(spec: unknown): Join {
  if (!isDocument(spec)) throw failedToParse('the $lookup specification must be an object');
  for (const [name] of entriesOf(spec))
    if (!options.has(name)) throw failedToParse(`unknown argument to $lookup: ${name}`);
  const { from, as, localField, foreignField, let: bound = {}, pipeline = [] } = spec;
  if (typeof from !== 'string' || typeof as !== 'string')
    throw failedToParse("$lookup needs 'from' and 'as' as strings");
  if (as.includes('.')) throw unsupported("$lookup with a nested 'as'");
  if (!isDocument(bound)) throw failedToParse('$lookup argument to let must be an object');
  if (!Array.isArray(pipeline)) throw new DbError(14, "'pipeline' option must be specified as an array");
  const join = { from, as: encodeName(checkedName(as)), let: bound, pipeline };
  if (localField === undefined && foreignField === undefined) {
    if (!('pipeline' in spec))
      throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField'");
    return join;
  }
  if (typeof localField !== 'string' || typeof foreignField !== 'string')
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  return { ...join, localField: checkedName(localField), foreignField: checkedName(foreignField) };
}

/** Parses the operand of `$unionWith`. */
export function unionOf(spec: unknown): { coll: string; stages: Stage[] } {
  if (typeof spec !== 'string' && !isDocument(spec))
    throw failedToParse('the $unionWith stage specification must be an object or string');
  const { coll, pipeline = [], ...others } = isDocument(spec) ? spec : { coll: spec };
  for (const name of Object.keys(others))
    throw new DbError(40415, `BSON field '$unionWith.${name}' is an unknown field.`);
  if (typeof coll !== 'string') throw failedToParse('$unionWith needs the name of a collection');
  return { coll, stages: stagesOf(pipeline) };
}

/** Parses the operand of `$facet` into the name and stages of each pipeline. */
export function facetsOf(spec: unknown): [name: string, pipeline: Stage[]][] {
  if (!isDocument(spec) || !Object.keys(spec).length)
    throw new DbError(40169, 'the $facet specification must be a non-empty object');
  return Object.entries(spec).map(([name, pipeline]) => {
    if (!Array.isArray(pipeline)) throw new DbError(40170, `arguments to $facet must be arrays, ${name} is none`);
    return [name, stagesOf(pipeline)];
  });
}
