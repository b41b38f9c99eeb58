import type { Document } from 'mongodb';
import type { ShardKey } from '#api/platform/placement.ts';

/** Why a cluster refuses a write: MongoDB's code, and what is wrong. */
export type ShardingFault = { code: number; message: string };

const isOperator = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.startsWith('$'));
const isPlain = (value: unknown): boolean => value !== undefined && !isOperator(value) && !Array.isArray(value);

/** Whether a filter names one value of each of these fields. */
const names = (filter: Document, fields: readonly string[]): boolean =>
  fields.every((field) => isPlain(filter[field]) || isPlain(filter[field]?.$eq));

/** Fields of a document that an update writes, other than with the value that the filter has. */
function changedBy(update: unknown, filter: Document): string[] {
  if (Array.isArray(update)) return ['an aggregation pipeline'];
  const operators = Object.entries(update as Document);
  if (!operators.some(([name]) => name.startsWith('$'))) return [];
  return operators.flatMap(([operator, fields]) =>
    Object.entries(fields as Document).flatMap(([field, value]) => {
      const isSame = (operator === '$set' || operator === '$setOnInsert') && value === filter[field];
      return [...(isSame ? [] : [field]), ...(operator === '$rename' ? [String(value)] : [])];
    }),
  );
}

type Write = { filter: Document; update?: unknown; isUpsert: boolean; isMulti: boolean };

function faultOf(key: ShardKey, { filter, update, isUpsert, isMulti }: Write, isModify: boolean): ShardingFault | null {
  const fields = Object.keys(key);
  const isTargeted = names(filter, fields);
  if (isUpsert && !isTargeted) return { code: 61, message: 'an upsert must name the shard key' };
  // MongoDB 8 accepts it, for the price of a transaction; 7.0 refuses it.
  if (isModify && !isTargeted) return { code: 61, message: 'a findAndModify must name the shard key' };
  if (!isMulti && !isTargeted && !names(filter, ['_id']))
    return { code: 61, message: 'a write of one document must name the shard key or its _id' };
  const changed = update === undefined ? [] : changedBy(update, filter);
  if (changed.some((field) => fields.includes(field))) return { code: 66, message: 'the shard key must not change' };
  return null;
}

/** Refused wherever the collections are. */
const refusedStages = ['$lookup', '$graphLookup', '$unionWith', '$out', '$merge'];

/**
 * Why a cluster refuses a command on a collection with this shard key, as strictly as its oldest supported version; null
 * if it does not.
 */
export function shardingFault(key: ShardKey, command: Document): ShardingFault | null {
  if (command.startTransaction !== undefined) return { code: 20, message: 'no transactions here' };
  const [name] = Object.keys(command);
  const faults: (ShardingFault | null)[] = [];
  for (const document of name === 'insert' ? command.documents : [])
    if (Object.keys(key).some((field) => document[field] === undefined))
      faults.push({ code: 61, message: 'a document must have its shard key' });
  for (const { q, u, upsert = false, multi = false } of name === 'update' ? command.updates : [])
    faults.push(faultOf(key, { filter: q, update: u, isUpsert: upsert, isMulti: multi }, false));
  for (const { q, limit } of name === 'delete' ? command.deletes : [])
    faults.push(faultOf(key, { filter: q, isUpsert: false, isMulti: limit === 0 }, false));
  if (name === 'findAndModify') {
    const { query, update, upsert = false } = command;
    faults.push(faultOf(key, { filter: query, update, isUpsert: upsert, isMulti: false }, true));
  }
  for (const stage of name === 'aggregate' ? command.pipeline : [])
    for (const kind of Object.keys(stage))
      if (refusedStages.includes(kind)) faults.push({ code: 28769, message: `${kind} reads another collection` });
  return faults.find((fault) => fault !== null) ?? null;
}
